// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dynamic_iota %shape : ?x77   ==>   iota : 1021x77
#include "lib/Dims/sizes/StaticExample.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

static bool isDynamic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && !type.hasStaticShape() && !type.getEncoding();
}

/// Visits block arguments and results, in order.
static void forEachValue(ModuleOp module, function_ref<void(Value)> action) {
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          action(argument);
    for (Value result : op->getResults())
      action(result);
  });
}

bool amp::hasDynamicDims(ModuleOp module) {
  bool isAny = false;
  forEachValue(module, [&](Value value) { isAny |= isDynamic(value); });
  return isAny;
}

void amp::adoptTypes(FunctionOpInterface function) {
  auto type = dyn_cast<FunctionType>(function.getFunctionType());
  if (!type || function.isExternal())
    return;
  Operation &end = function.getFunctionBody().back().back();
  if (end.hasTrait<OpTrait::ReturnLike>())
    function.setType(FunctionType::get(
        function.getContext(), function.getFunctionBody().getArgumentTypes(),
        end.getOperandTypes()));
}

void StaticExample::fix(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (SizeId id : flow.dimsOf(value)) {
    shape.push_back(flow.table.exampleOf(id));
    if (!flow.table[id].isNumber())
      sizeOf[shape.back()] = id;
  }
  types[value] = type;
  value.setType(type.clone(shape));
}

/// Returns the static counterpart of an op with a shape operand.
static OpKind findStatic(Operation *op) {
  constexpr std::pair<OpKind, OpKind> kinds[] = {
      {OpKind::dynamic_broadcast_in_dim, OpKind::broadcast_in_dim},
      {OpKind::dynamic_iota, OpKind::iota},
      {OpKind::dynamic_reshape, OpKind::reshape}};
  for (auto [dynamic, fixed] : kinds)
    if (isHlo(op, dynamic) && op->getNumResults() == 1)
      return fixed;
  return OpKind::other;
}

/// Returns true if only unit dimensions are repeated, for all values of the
/// dynamic sizes.
static bool repeatsOnlyOnes(SizeFlow &flow, Operation *op) {
  auto to = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  SizeIds wanted = flow.dimsOf(op->getResult(0));
  for (auto [i, id] : llvm::enumerate(flow.dimsOf(op->getOperand(0))))
    if (to && id != wanted[to[i]] && id != flow.table.number(1))
      return false;
  return true;
}

void StaticExample::replace(Operation *op) {
  OpKind kind = findStatic(op);
  if (kind == OpKind::other)
    return;
  Value shape = op->getOperands().back(), result = op->getResult(0);
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || !type.hasStaticShape() || !isSizeList(shape) ||
      (kind == OpKind::broadcast_in_dim && !repeatsOnlyOnes(flow, op)))
    return;
  OpBuilder builder(op);
  OperationState state(op->getLoc(), hloName(kind),
                       op->getOperands().drop_back(), type);
  for (NamedAttribute attribute : op->getAttrDictionary())
    if (!attribute.getName().getValue().starts_with("known_"))
      state.addAttribute(attribute.getName(), attribute.getValue());
  state.addAttribute(replacedOpName, builder.getI64IntegerAttr(shaped.size()));
  RankedTensorType before = types.lookup(result);
  shaped.push_back({op->getName(), op->getAttrDictionary(), shape,
                    before ? before : type, type});
  types.erase(result);
  Value stand = builder.create(state)->getResult(0);
  flow.replace(result, stand);
  result.replaceAllUsesWith(stand);
  op->erase();
}

StaticExample::StaticExample(ModuleOp module, SizeTable &table,
                             function_ref<bool(SizeFlow &, Value)> canFix)
    : module(module), graph(module), flow(graph, table) {
  table.avoid(module);
  forEachValue(module, [&](Value value) {
    if (isDynamic(value) && (!canFix || canFix(flow, value)))
      fix(value);
  });
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops)
    replace(op);
  for (auto function : module.getOps<FunctionOpInterface>())
    adoptTypes(function);
}

SmallVector<std::pair<Operation *, StringRef>, 0>
amp::findKept(ArrayRef<PlacedOp> program) {
  SmallVector<std::pair<Operation *, StringRef>, 0> kept;
  auto isUnknown = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && (!shaped.hasRank() || !shaped.hasStaticShape());
  };
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    if (!placed.row || placed.row->opClass != OpClass::contraction)
      continue;
    auto isApart = [&](std::pair<ValueDim, ValueDim> pair) {
      auto sizeAt = [&](ValueDim at) {
        return cast<ShapedType>(op->getOperand(at.value).getType())
            .getDimSize(at.dim);
      };
      return sizeAt(pair.first) != sizeAt(pair.second);
    };
    if (llvm::any_of(op->getOperandTypes(), isUnknown) ||
        llvm::any_of(op->getResultTypes(), isUnknown))
      kept.push_back(
          {op, "the arguments of its function do not tell their sizes"});
    else if (llvm::any_of(findEqualDims(op), isApart))
      kept.push_back({op, "what it sums over may be of two sizes elsewhere"});
  }
  return kept;
}
