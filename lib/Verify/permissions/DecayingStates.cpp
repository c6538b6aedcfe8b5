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

namespace {
/// A product of a state of a loop, and of a value from outside of the loop.
struct Decay {
  unsigned state;
  unsigned sum; ///< state of which the product is a summand
  Value factor;
};
} // namespace

static SmallVector<Decay> findDecays(const InputGraph &graph,
                                     Operation *product, Operation *loop) {
  Operation *end = loop->getRegion(1).front().getTerminator();
  auto isOutside = [&](Value value) {
    Value origin = graph.originOf(value);
    if (std::optional<unsigned> number = stateOf(origin, loop))
      return graph.originOf(end->getOperand(*number)) == origin;
    return !loop->isAncestor(origin.getParentRegion()->getParentOp());
  };
  SmallVector<Decay> decays;
  for (unsigned i : {0u, 1u}) {
    Value state = graph.originOf(product->getOperand(i));
    Value factor = product->getOperand(1 - i);
    std::optional<unsigned> number = stateOf(state, loop);
    if (!number || isOutside(state) || !isOutside(factor))
      continue;
    for (auto [sum, next] : llvm::enumerate(end->getOperands()))
      if (isSumOf(graph, next, product))
        decays.push_back({*number, static_cast<unsigned>(sum), factor});
  }
  return decays;
}

/// Returns true if `product` or its factor is low, and it multiplies a state
/// that it is a summand of, or that decays, into one that does.
static bool isRoundedDecay(const InputGraph &graph, Operation *product,
                           Operation *loop) {
  auto decays = [&](unsigned state) {
    return llvm::any_of(loop->getRegion(1).getOps(), [&](Operation &op) {
      return isHlo(&op, OpKind::multiply) &&
             llvm::any_of(findDecays(graph, &op, loop), [&](Decay decay) {
               return decay.state == state && decay.sum == state;
             });
    });
  };
  bool isLow = graph.isRounded(product->getResult(0));
  return llvm::any_of(findDecays(graph, product, loop), [&](Decay decay) {
    bool isKept =
        decay.state == decay.sum || (decays(decay.state) && decays(decay.sum));
    return isKept && (isLow || graph.isRounded(decay.factor));
  });
}

LogicalResult amp::verify::checkDecayingStates(const InputGraph &graph) {
  for (const ProgramNode &node : graph.nodes) {
    Operation *loop = node.isCarried ? nullptr : node.op->getParentOp();
    if (isHlo(node.op, OpKind::multiply) && isHlo(loop, OpKind::while_) &&
        node.op->getParentRegion() == &loop->getRegion(1) &&
        isRoundedDecay(graph, node.op, loop))
      return breaks(node.op, Guarantee::structure)
             << "expects f32 for the decay of a state";
  }
  return success();
}
