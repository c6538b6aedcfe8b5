// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reshape : 64x77x2 -> 64x154, with 2 padded   ==>   cut: it is not outermost
#include "lib/Shapes/Cuts.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral isInner =
    "it is not the outermost of what is merged or split, so its padding would "
    "not stay behind the end";
static constexpr StringLiteral isApart =
    "what it is merged into or split from would be longer by more than that "
    "saves";

SmallVector<ReshapeCuts, 0> amp::shapes::findCuts(PadPlan &plan) {
  SmallVector<ReshapeCuts, 0> all(plan.padded.size());
  auto find = [&](unsigned number) -> ReshapeCuts * {
    PaddedDim *dim = plan.find(number);
    bool isLong = dim && dim->target != dim->size && plan.isLong(number);
    return isLong ? &all[dim - plan.padded.data()] : nullptr;
  };
  auto cut = [&](ReshapeCuts *cuts, Operation *op, StringRef why) {
    if (!cuts)
      return;
    if (cuts->numCut++ == 0) {
      cuts->first = op;
      cuts->why = why;
    }
  };
  for (const DimGraph::Regrouping &group : plan.dims.regroupings()) {
    unsigned from = group.from.front(), to = group.to.front();
    ReshapeCuts *outermost = find(from);
    if (outermost && plan.find(to) != plan.find(from))
      cut(outermost, group.op, isApart);
    else if (outermost && find(to))
      ++outermost->numFollowed;
    for (unsigned inner : ArrayRef(group.from).drop_front())
      cut(find(inner), group.op, isInner);
  }
  return all;
}
