// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while { %h = add (multiply %a, %h : bf16), %u }   ==>   breaks "… stay f32"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Returns the number of the argument of the body of `loop` that `value` is;
/// none for other values.
static std::optional<unsigned> stateOf(Value value, Operation *loop) {
  auto argument = dyn_cast<BlockArgument>(value);
  bool isState = argument && argument.getParentRegion() == &loop->getRegion(1);
  return isState ? std::optional<unsigned>(argument.getArgNumber())
                 : std::nullopt;
}

/// Returns true if `sum` is `product`, or adds to it.
static bool isSumOf(const InputGraph &graph, Value sum, Operation *product) {
  Operation *op = graph.originOf(sum).getDefiningOp();
  if (op == product)
    return true;
  return isHlo(op, {OpKind::add, OpKind::subtract}) &&
         llvm::any_of(op->getOperands(), [&](Value operand) {
           return graph.originOf(operand).getDefiningOp() == product;
         });
}

/// Returns true if `product` multiplies a state of `loop`, which it is a
/// summand of, by a value from outside of the loop.
static bool isDecay(const InputGraph &graph, Operation *product,
                    Operation *loop) {
  Operation *end = loop->getRegion(1).front().getTerminator();
  auto isOutside = [&](Value value) {
    Value origin = graph.originOf(value);
    if (std::optional<unsigned> number = stateOf(origin, loop))
      return graph.originOf(end->getOperand(*number)) == origin;
    return !loop->isAncestor(origin.getParentRegion()->getParentOp());
  };
  return llvm::any_of(ArrayRef({0u, 1u}), [&](unsigned i) {
    Value state = graph.originOf(product->getOperand(i));
    std::optional<unsigned> number = stateOf(state, loop);
    return number && !isOutside(state) &&
           isOutside(product->getOperand(1 - i)) &&
           isSumOf(graph, end->getOperand(*number), product);
  });
}

LogicalResult amp::verify::checkDecayingStates(const InputGraph &graph) {
  for (const ProgramNode &node : graph.nodes) {
    Operation *loop = node.isCarried ? nullptr : node.op->getParentOp();
    if (node.isLow && !node.isAsked && !node.isForced &&
        isHlo(node.op, OpKind::multiply) && isHlo(loop, OpKind::while_) &&
        node.op->getParentRegion() == &loop->getRegion(1) &&
        isDecay(graph, node.op, loop))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 for the decay of a state";
  }
  return success();
}
