// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reshape : 64x77x2 -> 64x154, dim 2 padded   ==>   slice: not the outermost
#include "lib/Shapes/ReshapeEffects.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral isInner =
    "it is not the outermost of what is merged or split, so its padding would "
    "not stay behind the end";
static constexpr StringLiteral isApart =
    "what it is merged into or split from would be longer by more than that "
    "saves";

SmallVector<ReshapeEffects, 0> amp::shapes::findReshapeEffects(PadPlan &plan) {
  SmallVector<ReshapeEffects, 0> all(plan.padded.size());
  auto find = [&](unsigned number) -> ReshapeEffects * {
    PaddedDim *dim = plan.find(number);
    bool isPadded = dim && dim->target != dim->size && plan.isPadded(number);
    return isPadded ? &all[dim - plan.padded.data()] : nullptr;
  };
  auto cut = [&](ReshapeEffects *effects, Operation *op, StringRef why) {
    if (!effects)
      return;
    if (effects->numUnpadded++ == 0) {
      effects->first = op;
      effects->why = why;
    }
  };
  for (const DimGraph::Regrouping &group : plan.dims.regroupings()) {
    unsigned from = group.from.front(), to = group.to.front();
    ReshapeEffects *outermost = find(from);
    if (outermost && plan.find(to) != plan.find(from))
      cut(outermost, group.op, isApart);
    else if (outermost && find(to))
      ++outermost->numPadded;
    for (unsigned inner : ArrayRef(group.from).drop_front())
      cut(find(inner), group.op, isInner);
  }
  return all;
}
