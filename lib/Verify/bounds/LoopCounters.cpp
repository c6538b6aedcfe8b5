// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// while(%i = 1) cond { %i < 5 } do { …, %i + 1 }
//   ==>   %i is in [1, 4] in the body, in [1, 5] in the condition and result
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/bounds/Bounds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static double numberOf(Value constant) {
  return boundConstant(findConstantValue(constant.getDefiningOp())).lo;
}

/// Bounds the counter of a loop whose trip count is known.
static void boundCounter(Operation *loop, double trips,
                         llvm::DenseMap<Value, ClosedInterval> &counters) {
  Block &condition = loop->getRegion(0).front();
  Block &body = loop->getRegion(1).front();
  Operation *compare = condition.back().getOperand(0).getDefiningOp();
  unsigned number = cast<BlockArgument>(compare->getOperand(0)).getArgNumber();
  Operation *next = body.back().getOperand(number).getDefiningOp();
  double first = numberOf(loop->getOperand(number));
  double step = numberOf(next->getOperand(1));
  ClosedInterval behind = {first, first + step * trips};
  counters[loop->getResult(number)] = behind;
  counters[condition.getArgument(number)] = behind;
  if (trips >= 1)
    counters[body.getArgument(number)] = {first, first + step * (trips - 1)};
}

llvm::DenseMap<Value, ClosedInterval>
amp::verify::boundCounters(ModuleOp module) {
  llvm::DenseMap<Value, ClosedInterval> counters;
  module.walk([&](Operation *op) {
    if (isHlo(op, OpKind::while_))
      if (std::optional<double> trips = findTripCount(op))
        boundCounter(op, *trips, counters);
  });
  return counters;
}
