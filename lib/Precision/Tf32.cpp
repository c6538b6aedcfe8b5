// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b                            // f32, f32 = strict in the policy
//   ==>   dot %a, %b, precision = [HIGHEST, HIGHEST]
#include "lib/Precision/Tf32.h"
#include "lib/Precision/Limits.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

/// Reasons for f32 that require its full precision.
static constexpr ReasonKind wantsDigits[] = {
    ReasonKind::deny, ReasonKind::require, ReasonKind::rule,
    ReasonKind::structure};

/// Returns true if the ranges of the operands do not fit in TF32, which has the
/// exponent range of f32, but represents fewer integers exactly.
static bool losesDigits(Operation *op, const RangeAnalysis &ranges) {
  Limits limits(FloatTF32Type::get(op->getContext()));
  return llvm::any_of(op->getOperands(), [&](Value factor) {
    return isF32(factor.getType()) &&
           !limits.findLoss(ranges.of(factor), Sensitivity::none).empty();
  });
}

static bool isOnTf32List(const SlotNode &node) {
  ReasonAttr reason = node.reason;
  StringRef name = stringifyListKind(ListKind::tf32);
  return reason.getKind() == ReasonKind::tf32 ||
         (isUsers(reason) && reason.getEntry() &&
          reason.getEntry().getValue().starts_with(name));
}

static bool isStrict(const SlotNode &node, const RangeAnalysis &ranges,
                     F32Mode mode) {
  if (isOnTf32List(node))
    return false;
  bool isDenied = node.colour == Colour::deny || node.colour == Colour::none;
  return mode == F32Mode::strict || losesDigits(node.op, ranges) ||
         (isDenied && llvm::is_contained(wantsDigits, node.reason.getKind()));
}

OpSet amp::precision::findStrict(const SlotGraph &graph,
                                 const RangeAnalysis &ranges,
                                 PolicyAttr policy) {
  OpSet strict;
  if (policy.getF32() == F32Mode::keep)
    return strict;
  for (const SlotNode &node : graph.nodes) {
    auto model = node.isContraction ? dyn_cast<ModelOp>(node.op) : ModelOp();
    if (!model || model.getTf32() == Tf32::never ||
        !isStrict(node, ranges, policy.getF32()))
      continue;
    if (model.getTf32() == Tf32::unlessRefused)
      strict.insert(node.op);
    else
      model.emitWarning("may be cut to TF32 on a GPU all the same: it has no "
                        "precision to ask for, or an algorithm of its own");
  }
  return strict;
}

void amp::precision::refuseTf32(const SlotGraph &graph, const OpSet &strict) {
  for (const SlotNode &node : graph.nodes)
    if (node.isContraction && node.colour != Colour::allow &&
        strict.contains(node.op))
      cast<ModelOp>(node.op).refuseTf32();
}
