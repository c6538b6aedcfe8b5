// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// manual_computation: a global tensor<8x8xf32> under [{"x"}, {}] with "x"=2
// manual is a local tensor<4x8xf32> in the body.
#include "dialects/sdy/IR/SdyVerify.h"

using namespace mlir;
using namespace mlir::amp::sdy;

// Expects that the traits have verified the terminator, sdy.return.
static TypeRange returnedTypes(Region &body) {
  return body.front().getTerminator()->getOperandTypes();
}

static LogicalResult verifyCount(Operation *op, StringRef kind, size_t wanted,
                                 size_t found) {
  if (wanted == found)
    return success();
  return op->emitOpError("expects a body with ")
         << wanted << ' ' << kind << "s, but got " << found;
}

static bool isManual(ManualComputationOp op, AxisRefAttr axis) {
  return llvm::any_of(op.getManualAxes(), [&](StringAttr manual) {
    return manual.getValue() == axis.getName();
  });
}

// Returns the type in the body, or an error if shards would be uneven.
static FailureOr<Type> localType(ManualComputationOp op, Type global,
                                 TensorShardingAttr sharding) {
  auto shaped = dyn_cast<RankedTensorType>(global);
  if (!shaped || sharding.getRank() != shaped.getRank())
    return global;
  MeshAttr mesh = sharding.getMesh(op);
  SmallVector<int64_t> shape(shaped.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.getDimShardings())) {
    int64_t shards = 1;
    bool seenFree = false;
    for (AxisRefAttr axis : dim.getAxes()) {
      if (!isManual(op, axis)) {
        seenFree = true;
        continue;
      }
      if (seenFree)
        return op.emitOpError("expects manual axes before free ones, but got ")
               << sharding;
      shards *= axis.getSize(mesh);
    }
    if (ShapedType::isDynamic(size))
      continue;
    if (size % shards != 0)
      return op.emitOpError("expects dimensions that manual axes split "
                            "evenly, but got ")
             << global << " under " << sharding;
    size /= shards;
  }
  return RankedTensorType::get(shape, shaped.getElementType());
}

static LogicalResult verifyLocalTypes(ManualComputationOp op, StringRef kind,
                                      TypeRange globals, TypeRange locals,
                                      TensorShardingPerValueAttr shardings) {
  if (failed(verifyShardings(shardings, globals, op, kind)) ||
      failed(verifyCount(op, kind, globals.size(), locals.size())))
    return failure();
  for (auto [index, global, local] : llvm::enumerate(globals, locals)) {
    FailureOr<Type> wanted =
        localType(op, global, shardings.getShardings()[index]);
    if (failed(wanted))
      return failure();
    if (*wanted != local)
      return op.emitOpError("expects body ")
             << kind << ' ' << index << " of type " << *wanted << ", but got "
             << local;
  }
  return success();
}

// Verifies that manual axes belong to the one mesh that all shardings use.
static LogicalResult verifyManualAxes(ManualComputationOp op) {
  for (auto parent = op->getParentOfType<ManualComputationOp>(); parent;
       parent = parent->getParentOfType<ManualComputationOp>())
    for (StringAttr axis : op.getManualAxes())
      if (llvm::is_contained(parent.getManualAxes(), axis))
        return op.emitOpError("expects no axis that is manual here, but got ")
               << axis;

  MeshAttr common;
  for (TensorShardingPerValueAttr shardings :
       {op.getInShardingsAttr(), op.getOutShardingsAttr()})
    for (TensorShardingAttr sharding : shardings.getShardings()) {
      MeshAttr mesh = sharding.getMesh(op);
      if (!common || common.isOpen())
        common = mesh;
      if (mesh != common && !mesh.isOpen() && !op.getManualAxes().empty())
        return op.emitOpError("expects shardings of one mesh, but got ")
               << common << " and " << mesh;
    }
  if (!common)
    return success();
  for (StringAttr axis : op.getManualAxes())
    if (!common.getAxis(axis.getValue()))
      return op.emitOpError("expects a manual axis of the mesh ")
             << common << ", but got " << axis;
  return success();
}

LogicalResult ManualComputationOp::verifyRegions() {
  if (failed(verifyLocalTypes(*this, "operand", getTensors().getTypes(),
                              getBody().getArgumentTypes(),
                              getInShardingsAttr())) ||
      failed(verifyLocalTypes(*this, "result", getResultTypes(),
                              returnedTypes(getBody()), getOutShardingsAttr())))
    return failure();
  return verifyManualAxes(*this);
}

static LogicalResult verifySameTypes(NamedComputationOp op, StringRef kind,
                                     TypeRange outer, TypeRange inner,
                                     TensorShardingPerValueAttr shardings) {
  if (failed(verifyCount(op, kind, outer.size(), inner.size())))
    return failure();
  for (auto [index, wanted, found] : llvm::enumerate(outer, inner))
    if (wanted != found)
      return op.emitOpError("expects body ")
             << kind << ' ' << index << " of type " << wanted << ", but got "
             << found;
  return shardings ? verifyShardings(shardings, outer, op, kind) : success();
}

LogicalResult NamedComputationOp::verifyRegions() {
  if (failed(verifySameTypes(*this, "operand", getOperandTypes(),
                             getBody().getArgumentTypes(),
                             getInShardingsAttr())))
    return failure();
  return verifySameTypes(*this, "result", getResultTypes(),
                         returnedTypes(getBody()), getOutShardingsAttr());
}
