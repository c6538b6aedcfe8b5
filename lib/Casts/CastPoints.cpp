// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Casts/CastPoints.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

/// Returns the innermost block that encloses all uses; the block of the
/// definition, if the uses are in several blocks of its region.
static Block *commonBlock(Block *definition, ArrayRef<OpOperand *> uses) {
  Block *common = uses.front()->getOwner()->getBlock();
  for (OpOperand *use : uses.drop_front())
    while (common->getParent() != definition->getParent() &&
           !common->findAncestorOpInBlock(*use->getOwner()))
      common = common->getParentOp()->getBlock();
  return common->getParent() == definition->getParent() ? definition : common;
}

/// Returns the block outside of the outermost loop between `definition` and
/// `block`.
static Block *leaveLoops(Block *block, Block *definition) {
  Region *home = definition->getParent();
  Block *outside = block;
  for (Block *b = block; b->getParent() != home;
       b = b->getParentOp()->getBlock())
    if (isLoop(b->getParentOp()))
      outside = b->getParentOp()->getBlock();
  return outside->getParent() == home ? definition : outside;
}

OpBuilder CastPoints::find(Value value, ArrayRef<OpOperand *> uses) {
  Block *definition = value.getParentBlock();
  Block *block = leaveLoops(commonBlock(definition, uses), definition);
  Operation *producer = value.getDefiningOp();
  bool atStart = block != definition || !producer;
  startOf = atStart ? block : nullptr;
  behind = atStart ? nullptr : producer;

  OpBuilder builder(value.getContext());
  if (Operation *last =
          atStart ? lastAtStart.lookup(block) : lastBehind.lookup(producer))
    builder.setInsertionPointAfter(last);
  else if (atStart)
    builder.setInsertionPointToStart(block);
  else
    builder.setInsertionPointAfter(producer);
  return builder;
}

void CastPoints::placed(CastOp cast) {
  if (startOf)
    lastAtStart[startOf] = cast;
  else
    lastBehind[behind] = cast;
}
