// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce … {^bb0(%a: f32, %b: f32): return maximum %a, %b : f32}
//   ==>   reduce … {^bb0(%a: f16, %b: f16): return maximum %a, %b : f16}
#include "lib/Casts/RetypeBody.h"
#include "lib/Casts/FoldConstant.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

/// Returns true if the values in the body of `op` have the type of its slot.
static bool hasTypedBody(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row && row->regions == RegionRule::body && !isa<ModelOp>(op);
}

SmallVector<OpOperand *> amp::casts::findCaptures(const DecidedOp &decided) {
  SmallVector<OpOperand *> captures;
  if (!hasTypedBody(decided.op))
    return captures;
  Type element = decided.slots.front().element;
  for (Region &body : decided.op->getRegions())
    body.walk([&](Operation *op) {
      for (OpOperand &operand : op->getOpOperands()) {
        Type type = operand.get().getType();
        if (!body.isAncestor(operand.get().getParentRegion()) &&
            (isF32(type) || getElementTypeOrSelf(type) == element))
          captures.push_back(&operand);
      }
    });
  return captures;
}

void amp::casts::retypeBody(const DecidedOp &decided) {
  if (!hasTypedBody(decided.op))
    return;
  Type element = decided.slots.front().element;
  auto lower = [&](Value value) {
    if (isF32(value.getType()))
      value.setType(withElementType(value.getType(), element));
  };
  for (Region &body : decided.op->getRegions())
    body.walk<WalkOrder::PreOrder>([&](Block *block) {
      llvm::for_each(block->getArguments(), lower);
      for (Operation &op : *block)
        if (op.hasTrait<OpTrait::ConstantLike>() &&
            isF32(op.getResult(0).getType()))
          roundInPlace(&op, cast<FloatType>(element));
        else
          llvm::for_each(op.getResults(), lower);
    });
}
