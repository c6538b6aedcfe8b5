// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices that run one step together, and the shardings of its values.
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Scaling/states/Native.h"
#include "lib/Scaling/states/Signature.h"
#include "mlir/IR/BuiltinOps.h"
#include <map>

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

static bool isManual(Operation *op) {
  return kindOf(op) == OpKind::manual_computation;
}

/// Returns the replica groups of a manual computation. The last mesh axis
/// varies fastest in device ids; the devices of a group differ along manual
/// axes only.
static DenseElementsAttr listDevices(ArrayRef<MeshAxis> axes,
                                     MLIRContext *context) {
  int64_t all = 1, manual = 1;
  for (const MeshAxis &axis : axes) {
    all *= axis.size;
    manual *= axis.isManual ? axis.size : 1;
  }
  std::map<int64_t, SmallVector<int64_t>> sets;
  for (int64_t device = 0; device < all; ++device) {
    int64_t rest = device, key = 0, stride = 1;
    for (const MeshAxis &axis : llvm::reverse(axes)) {
      key += axis.isManual ? 0 : rest % axis.size * stride;
      stride *= axis.size;
      rest /= axis.size;
    }
    sets[key].push_back(device);
  }
  SmallVector<int64_t> numbers;
  for (auto &[key, set] : sets)
    numbers.append(set);
  auto type = RankedTensorType::get({int64_t(sets.size()), manual},
                                    IntegerType::get(context, 64));
  return DenseElementsAttr::get(type, ArrayRef(numbers));
}

static FailureOr<DenseElementsAttr> findManualDevices(Operation *manual) {
  const OpShardings *shardings = findShardings(manual);
  if (!shardings)
    return manual->emitError()
           << "cannot tell which devices share a verdict on overflow: expects "
              "a dialect 'sdy' with OpShardings "
              "(amp/OpAttributes.h), but got one without";
  FailureOr<SmallVector<MeshAxis>> mesh = shardings->getMesh(manual);
  if (failed(mesh))
    return failure();
  return listDevices(*mesh, manual->getContext());
}

/// Adds the devices in the replica groups of a function and of its callees.
static void addReplicas(Operation *function, const SymbolTable &symbols,
                        llvm::DenseSet<Operation *> &seen,
                        SmallVectorImpl<int64_t> &numbers) {
  if (!seen.insert(function).second)
    return;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (Operation *callee = findCallee(op, symbols))
      addReplicas(callee, symbols, seen, numbers);
    const OpRow *row = lookupRow(op);
    if (row && row->regions == RegionRule::inlined) // has its own devices
      return WalkResult::skip();
    if (!row || row->opClass != OpClass::collective)
      return WalkResult::advance();
    auto groups = op->getAttrOfType<DenseIntElementsAttr>("replica_groups");
    if (groups)
      for (const APInt &device : groups.getValues<APInt>())
        numbers.push_back(device.getSExtValue());
    return WalkResult::advance();
  });
}

/// Returns all these devices as one group: a device that alone skips a step
/// would diverge from the others.
static DenseElementsAttr findReplicas(Operation *function) {
  SmallVector<int64_t> numbers;
  llvm::DenseSet<Operation *> seen;
  addReplicas(function, SymbolTable(function->getParentOfType<ModuleOp>()),
              seen, numbers);
  llvm::sort(numbers);
  numbers.erase(llvm::unique(numbers), numbers.end());
  llvm::erase(numbers, -1); // pads rows
  if (numbers.size() < 2)
    return nullptr;
  auto type =
      RankedTensorType::get({1, int64_t(numbers.size())},
                            IntegerType::get(function->getContext(), 64));
  return DenseElementsAttr::get(type, ArrayRef(numbers));
}

FailureOr<DenseElementsAttr> native::findDevices(Operation *op) {
  if (isManual(op))
    return findManualDevices(op);
  return isa<FunctionOpInterface>(op) ? findReplicas(op) : nullptr;
}

//===----------------------------------------------------------------------===//
// Collectives and shardings
//===----------------------------------------------------------------------===//

/// Returns an unused channel, of the type that the module's collectives have.
static Attribute findChannel(Operation *inside, bool &isGlobal) {
  Channel last = {0, 1};
  isGlobal = true;
  inside->getParentOfType<ModuleOp>().walk([&](Operation *op) {
    if (!op->getAttr("replica_groups"))
      return;
    isGlobal = op->hasAttr("use_global_device_ids");
    if (auto channel = getChannel(op))
      last = {std::max(last.handle, channel->handle), channel->type};
  });
  if (!isGlobal && last.handle == 0)
    return nullptr;
  return makeChannel(inside->getContext(), {last.handle + 1, last.type});
}

Value native::acrossDevices(OpBuilder &builder, Location loc, Value value,
                            DenseElementsAttr devices, StringRef how) {
  bool isGlobal = true;
  Attribute channel =
      findChannel(builder.getInsertionBlock()->getParentOp(), isGlobal);
  OperationState state(loc, hloName(OpKind::all_reduce), value,
                       value.getType());
  state.addAttribute("replica_groups", devices);
  if (channel)
    state.addAttribute("channel_handle", channel);
  if (channel && isGlobal)
    state.addAttribute("use_global_device_ids", builder.getUnitAttr());
  state.addRegion();
  Operation *op = builder.create(state);
  OpBuilder::InsertionGuard guard(builder);
  auto one = RankedTensorType::get({}, elementOf(value.getType()));
  Block *block =
      builder.createBlock(&op->getRegion(0), {}, {one, one}, {loc, loc});
  yield(builder, op,
        GraphBuilder(builder, loc).apply(how, block->getArguments()));
  return op->getResult(0);
}

void native::appendShardings(Operation *manual, StringRef attribute,
                             TypeRange types, std::optional<unsigned> like) {
  if (const OpShardings *shardings = findShardings(manual))
    manual->setAttr(
        attribute,
        shardings->append(manual, manual->getAttr(attribute), types, like));
}

SmallVector<NamedAttribute>
native::replicatedLike(FunctionOpInterface function) {
  SmallVector<NamedAttribute> found;
  Builder builder(function.getContext());
  auto read = [&](DictionaryAttr attributes) {
    if (!attributes || !found.empty())
      return;
    if (Attribute sharding = attributes.get(scaling::sdySharding)) {
      auto *own = sharding.getDialect().getRegisteredInterface<OpShardings>();
      if (Attribute scalar = own ? own->replicateScalar(sharding) : nullptr)
        found.push_back(builder.getNamedAttr(scaling::sdySharding, scalar));
    } else if (attributes.get("mhlo.sharding")) {
      found.push_back(builder.getNamedAttr(
          "mhlo.sharding", builder.getStringAttr("{replicated}")));
    }
  };
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    read(function.getArgAttrDict(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    read(function.getResultAttrDict(i));
  return found;
}
