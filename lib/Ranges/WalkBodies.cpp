// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// map(%x in [0, 1]) { ^bb0(%a): %a + 2 }   ==>   %a in [0, 1], result in [2, 3]
#include "lib/OpModel/Kinds.h"
#include "lib/Ranges/RangeWalker.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// The comparator of a sort takes two elements of each operand; other bodies
/// take partial results, of which nothing is known.
void RangeWalker::walkBody(Operation *op) {
  bool isSort = isHlo(op, OpKind::sort);
  for (Region &region : op->getRegions()) {
    if (isSort)
      for (BlockArgument argument : region.getArguments())
        set(argument, of(op->getOperand(argument.getArgNumber() / 2)));
    walkRegion(region);
  }
}

void RangeWalker::walkMap(Operation *op) {
  Region &body = op->getRegion(0);
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op->getOperands()))
    set(argument, of(operand));
  walkRegion(body);
  bool isWalked = body.hasOneBlock() &&
                  body.front().back().getNumOperands() == op->getNumResults();
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    Range range =
        isWalked ? of(body.front().back().getOperand(number)) : Range();
    set(result, asStated(op, number, range));
  }
}
