// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// reduce … {^bb0(%a: f32, %b: f32): return maximum %a, %b : f32}
//   ==>   reduce … {^bb0(%a: f16, %b: f16): return maximum %a, %b : f16}
#include "lib/Casts/RetypeBody.h"
#include "lib/Casts/FoldConstant.h"

using namespace mlir;
using namespace mlir::amp;

void amp::retypeBody(const DecidedOp &decided,
                     SmallVectorImpl<CapturedUse> &captures) {
  const OpRow *row = lookupRow(decided.op);
  if (!row || row->regions != RegionRule::body || isa<ModelOp>(decided.op))
    return;
  Type element = decided.slots.front().element;
  auto lower = [&](Value value) {
    if (isF32(value.getType()))
      value.setType(withElementType(value.getType(), element));
  };
  for (Region &body : decided.op->getRegions())
    body.walk<WalkOrder::PreOrder>([&](Block *block) {
      llvm::for_each(block->getArguments(), lower);
      for (Operation &op : *block) {
        for (OpOperand &operand : op.getOpOperands())
          if (!body.isAncestor(operand.get().getParentRegion()) &&
              isF32(operand.get().getType()))
            captures.push_back({&operand, element, decided.reason});
        if (op.hasTrait<OpTrait::ConstantLike>() &&
            isF32(op.getResult(0).getType()))
          roundInPlace(&op, cast<FloatType>(element));
        else
          llvm::for_each(op.getResults(), lower);
      }
    });
}
