// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights of a step that are integers, and the rule by which they move.
#ifndef LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H
#define LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Verify/weights/Samples.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::verify {

/// A weight of the rewritten step: three states of one mark.
struct Weight {
  enum State { count, chi, scale };

  std::string name;
  BlockArgument arguments[3];
  StateOp mark;
  unsigned numbers[3]; ///< in the mark
  Value sum;           ///< the accumulator plus the update

  Value next(State state) const {
    StateOp op = mark;
    return op.getValues()[numbers[state]];
  }
  Value returned(State state) const {
    StateOp op = mark;
    return op->getResult(numbers[state]);
  }
};

/// Finds the weights of `function`: i8 arguments with an accumulator and a
/// scale, which the function returns under the same names.
FailureOr<SmallVector<Weight>> findWeights(FunctionOpInterface function);

/// Checks the next states of a weight with integers from -largest to largest.
LogicalResult checkMove(const Weight &weight, int64_t largest);

/// Returns true if `value` is the product of an integer and a scale.
bool isDequantized(Value value, Value count, Value scale);

/// Checks NAME_init_weights and NAME_read_weights.
LogicalResult checkFunctions(FunctionOpInterface function,
                             ArrayRef<Weight> weights, int64_t largest);

/// Checks the results that count moved weights.
LogicalResult checkMoved(FunctionOpInterface function,
                         ArrayRef<Weight> weights);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H
