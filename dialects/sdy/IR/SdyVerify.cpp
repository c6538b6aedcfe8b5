// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A use of an axis is an interval of its factors: "y":(2)4 of an axis of size
// 16 is [2, 8), the whole axis is [1, 16). Uses of one axis must not overlap.
#include "dialects/sdy/IR/SdyVerify.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp::sdy;

namespace {
struct Use {
  unsigned axis; // position in the mesh
  int64_t begin, end;
  AxisRefAttr ref;
};
} // namespace

static std::string spell(AxisRefAttr ref) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '"' << ref.getName() << '"';
  if (SubAxisInfoAttr sub = ref.getSubAxisInfo())
    os << ":(" << sub.getPreSize() << ')' << sub.getSize();
  return text;
}

// Returns the interval of `ref`: an axis of `mesh` or a proper sub-axis.
static FailureOr<Use> findUse(AxisRefAttr ref, MeshAttr mesh,
                              EmitError emitError) {
  MeshAxisAttr axis = mesh.getAxis(ref.getName());
  if (!axis)
    return emitError() << "expects an axis of the mesh " << mesh << ", but got "
                       << spell(ref);
  unsigned position = llvm::find(mesh.getAxes(), axis) - mesh.getAxes().begin();
  SubAxisInfoAttr sub = ref.getSubAxisInfo();
  if (!sub)
    return Use{position, 1, axis.getSize(), ref};
  std::optional<int64_t> end =
      llvm::checkedMul(sub.getPreSize(), sub.getSize());
  if (sub.getPreSize() < 1 || sub.getSize() < 2 || !end ||
      axis.getSize() % *end != 0 || sub.getSize() == axis.getSize())
    return emitError() << "expects a factor of the axis \"" << ref.getName()
                       << "\" of size " << axis.getSize() << ", but got "
                       << spell(ref);
  return Use{position, sub.getPreSize(), *end, ref};
}

// Verifies that lists name axes or sub-axes of the mesh, without overlap.
static LogicalResult verifyAxes(ArrayRef<ArrayRef<AxisRefAttr>> lists,
                                MeshAttr mesh, EmitError emitError) {
  SmallVector<Use> uses;
  for (ArrayRef<AxisRefAttr> list : lists)
    for (auto [index, ref] : llvm::enumerate(list)) {
      FailureOr<Use> use = findUse(ref, mesh, emitError);
      if (failed(use))
        return failure();
      if (index > 0 && uses.back().axis == use->axis &&
          uses.back().ref.getSubAxisInfo() && ref.getSubAxisInfo() &&
          uses.back().end == use->begin)
        return emitError() << "expects one factor instead of "
                           << spell(uses.back().ref) << ", " << spell(ref);
      uses.push_back(*use);
    }
  llvm::sort(uses, [](const Use &a, const Use &b) {
    return std::tie(a.axis, a.begin, a.end) < std::tie(b.axis, b.begin, b.end);
  });
  for (size_t i = 1; i < uses.size(); ++i) {
    const Use &a = uses[i - 1], &b = uses[i];
    if (a.axis == b.axis && (a.end > b.begin || a.ref == b.ref))
      return emitError() << "expects each axis at most once, but got "
                         << spell(a.ref) << " and " << spell(b.ref);
  }
  return success();
}

static bool inMeshOrder(ArrayRef<AxisRefAttr> refs, MeshAttr mesh) {
  return llvm::is_sorted(refs, [&](AxisRefAttr a, AxisRefAttr b) {
    auto position = [&](AxisRefAttr ref) {
      return llvm::find(mesh.getAxes(), mesh.getAxis(ref.getName())) -
             mesh.getAxes().begin();
    };
    return std::pair(position(a), a.getPreSize()) <
           std::pair(position(b), b.getPreSize());
  });
}

// Verifies that the sharding uses no manual axis of an enclosing op.
static LogicalResult verifyNotManual(TensorShardingAttr sharding, Operation *op,
                                     EmitError emitError) {
  for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
       parent = parent->getParentOfType<ManualComputationOp>())
    for (ArrayRef<AxisRefAttr> list : sharding.getAxisLists())
      for (AxisRefAttr ref : list)
        for (StringAttr manual : parent.getManualAxes())
          if (manual.getValue() == ref.getName())
            return emitError() << "expects no axis that is manual here, but "
                                  "got "
                               << spell(ref);
  return success();
}

LogicalResult amp::sdy::verifySharding(TensorShardingAttr sharding, Type type,
                                       Operation *op, EmitError emitError) {
  MeshAttr mesh = sharding.getMesh(op);
  if (!mesh)
    return emitError() << "expects a mesh of this module, but got "
                       << sharding.getMeshOrRef();
  if (auto tuple = dyn_cast_or_null<TupleType>(type);
      tuple && tuple.size() == 1)
    type = tuple.getType(0);
  auto shaped = dyn_cast_or_null<ShapedType>(type);
  if (shaped && !shaped.hasRank())
    return emitError() << "expects a ranked type beside a sharding, but got "
                       << type;
  int64_t rank = shaped && !mesh.isMaximal() ? shaped.getRank() : 0;
  if (sharding.getRank() != rank)
    return emitError() << "expects a sharding of rank " << rank << ", but got "
                       << sharding;
  bool isPlain = !shaped || mesh.isMaximal();
  if (isPlain && !(sharding.getReplicatedAxes().empty() &&
                   sharding.getUnreducedAxes().empty()))
    return emitError() << "expects a sharding without axes, but got "
                       << sharding;
  for (DimensionShardingAttr dim : sharding.getDimShardings())
    if (dim.getPriority() && dim.getIsClosed() && dim.getAxes().empty())
      return emitError() << "expects no priority of a dimension that is "
                            "closed and whole, but got "
                         << sharding;
  if (failed(verifyAxes(sharding.getAxisLists(), mesh, emitError)))
    return failure();
  if (!inMeshOrder(sharding.getReplicatedAxes(), mesh) ||
      !inMeshOrder(sharding.getUnreducedAxes(), mesh))
    return emitError() << "expects replicated and unreduced axes in the order "
                          "of the mesh, but got "
                       << sharding;
  return verifyNotManual(sharding, op, emitError);
}

LogicalResult amp::sdy::verifyShardings(TensorShardingPerValueAttr shardings,
                                        TypeRange types, Operation *op,
                                        StringRef kind) {
  ArrayRef<TensorShardingAttr> list = shardings.getShardings();
  auto emitErrorAt = [&](size_t index) {
    return op->emitOpError() << kind << ' ' << index << ": ";
  };
  // The sharding of an op without results gives the devices that execute the
  // op.
  if (types.empty() && list.size() == 1)
    return verifySharding(list[0], {}, op, [&] { return emitErrorAt(0); });
  if (list.size() != types.size())
    return op->emitOpError("expects ") << types.size() << ' ' << kind
                                       << " shardings, but got " << list.size();
  for (auto [index, sharding, type] : llvm::enumerate(list, types)) {
    size_t position = index;
    if (failed(verifySharding(sharding, type, op,
                              [&] { return emitErrorAt(position); })))
      return failure();
  }
  return success();
}
