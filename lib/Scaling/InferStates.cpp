// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/InferStates.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

static bool isNamed(Operation *op, StringRef name) {
  return op && op->getName().getStringRef() == name;
}

/// One number everywhere, broadcast or not.
static bool isFactor(Value value) {
  Operation *op = value.getDefiningOp();
  while (isNamed(op, "stablehlo.broadcast_in_dim"))
    op = op->getOperand(0).getDefiningOp();
  return op && op->hasTrait<OpTrait::ConstantLike>();
}

Value amp::withoutFactors(Value value) {
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!isNamed(op, "stablehlo.multiply"))
      return value;
    Value a = op->getOperand(0), b = op->getOperand(1);
    if (isFactor(a))
      value = b;
    else if (isFactor(b) || a == b)
      value = a;
    else
      return value;
  }
}

/// The arguments that `value` is the sum of, or the difference, up to factors.
static void findUpdated(Value value, Type type,
                        SmallVectorImpl<BlockArgument> &found) {
  Operation *op = value.getDefiningOp();
  if (!isNamed(op, "stablehlo.add") && !isNamed(op, "stablehlo.subtract"))
    return;
  for (Value operand : op->getOperands())
    if (auto argument = dyn_cast<BlockArgument>(withoutFactors(operand));
        argument && argument.getType() == type)
      found.push_back(argument);
}

/// Counters: the arguments of this type that `value` is made from.
static void findCounted(Value value, Type type,
                        SmallVectorImpl<BlockArgument> &found) {
  llvm::SetVector<Value> reached;
  reached.insert(value);
  for (unsigned i = 0; i < reached.size() && i < 64; ++i) {
    auto argument = dyn_cast<BlockArgument>(reached[i]);
    if (argument && argument.getType() == type)
      found.push_back(argument);
    else if (Operation *op = reached[i].getDefiningOp())
      reached.insert(op->operand_begin(), op->operand_end());
  }
}

/// A loss, or another figure, is no state.
static bool isFigure(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() == 0 && isFloat(type);
}

SmallVector<StatePair> amp::inferPairs(FunctionOpInterface function,
                                       OpOperand *&unclear) {
  SmallVector<StatePair> pairs = listStatePairs(function);
  if (pairs.empty())
    pairs = pairByName(function);
  if (!pairs.empty())
    return pairs;
  llvm::SmallDenseSet<unsigned> taken;
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    SmallVector<BlockArgument> updated;
    Type type = operand.get().getType();
    (isFloat(type) ? findUpdated : findCounted)(operand.get(), type, updated);
    if (updated.empty() && isFigure(type))
      continue;
    unclear = &operand;
    if (updated.empty())
      return {};
    unsigned argument = updated.front().getArgNumber();
    if (updated.size() > 1 || !taken.insert(argument).second)
      return {};
    pairs.push_back({argument, operand.getOperandNumber(),
                     "argument " + std::to_string(argument)});
  }
  return pairs;
}
