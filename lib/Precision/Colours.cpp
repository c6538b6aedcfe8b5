// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/Colours.h"
#include "lib/Precision/PolicyMatcher.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

StringRef amp::precision::findGiven(const SlotNode &node) {
  const OpRow *row = node.row;
  if (!row)
    return {};
  if (!row->fixedBy.empty() && node.op->getAttr(row->fixedBy))
    return row->fixedBy;
  if (!node.isMixed)
    return {};
  auto isOther = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isa<FloatType, ComplexType>(element) && !element.isF32();
  };
  for (OpOperand &operand : node.op->getOpOperands())
    if (slotOf(operand, *row) == node.slot && isOther(operand.get().getType()))
      return "operands";
  for (OpResult result : node.op->getResults())
    if (slotOf(result, *row) == node.slot && isOther(result.getType()))
      return "results";
  return {};
}

static bool isContractionResult(const SlotNode &node) {
  return node.row && node.row->opClass == OpClass::contraction &&
         !node.isContraction;
}

/// The operand node of a contraction directly precedes its result node.
const SlotNode *amp::precision::findProduct(const SlotGraph &graph,
                                            unsigned number) {
  return isContractionResult(graph.nodes[number]) && number > 0 &&
                 graph.nodes[number - 1].op == graph.nodes[number].op
             ? &graph.nodes[number - 1]
             : nullptr;
}

static bool isGiven(const SlotNode &node) {
  return node.reason && node.reason.getKind() == ReasonKind::given;
}

void amp::precision::colour(SlotGraph &graph, PolicyAttr policy) {
  PolicyMatcher matcher(policy);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    PolicyMatcher::Verdict verdict = matcher.find(node);
    node.colour = verdict.colour;
    node.reason = verdict.reason;
    node.isForced = verdict.isForced;
    const SlotNode *product = findProduct(graph, number);
    StringRef given = findGiven(node);
    if (isContractionResult(node) && (!product || isGiven(*product)))
      given = "operands";
    if (given.empty() && node.slot == SlotNode::fixed && node.isForced)
      given = "kind of op";
    if (node.slot == SlotNode::fixed || !given.empty()) {
      node.colour = node.colour == Colour::deny ? Colour::deny : Colour::none;
      node.isForced = false;
      if (!given.empty())
        node.reason =
            ReasonAttr::get(policy.getContext(), ReasonKind::given,
                            StringAttr::get(policy.getContext(), given));
    }
    // A clear result has the precision of the operands of its contraction.
    if (product && node.colour == Colour::clear &&
        product->colour == Colour::allow)
      node.colour = Colour::allow;
  }
}
