// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Weights of a step that are integers or pairs of devices.
#ifndef LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H
#define LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H

#include "dialects/amp/IR/AmpMarks.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::verify {

/// A weight of the rewritten step: states of one mark.
struct Weight {
  /// `stored` is the integer, or the pair of conductances. Only devices have
  /// the last two.
  enum State { stored, chi, scale, history, age };

  std::string name;
  SmallVector<BlockArgument, 5> arguments;
  StateOp mark;
  SmallVector<unsigned, 5> numbers; ///< operand indices in the mark
  Value sum;                        ///< the accumulator plus the update
  SmallVector<Value> reads;         ///< f32 weights that the step computes
  /// F32 weights of next states, and these states: stored, scale, and age.
  SmallVector<std::pair<Value, SmallVector<Value, 3>>> nextReads;
  SmallVector<int64_t> channels; ///< dimensions of the scale
  /// Product of the dimensions that the first contraction sums over; 0 if they
  /// are not known.
  int64_t fanIn = 0;
  std::optional<unsigned> readDraw; ///< index of the random draw of the reads

  Value next(unsigned state) const {
    StateOp op = mark;
    return op.getValues()[numbers[state]];
  }
  Value returned(unsigned state) const {
    StateOp op = mark;
    return op->getResult(numbers[state]);
  }
  RankedTensorType getType() const {
    return cast<RankedTensorType>(arguments[chi].getType());
  }
};

/// Returns the argument or returned value of a state; null if there is none.
BlockArgument findStateArgument(FunctionOpInterface function, StringRef state);
Value findStateResult(FunctionOpInterface function, StringRef state);
/// Returns the returned value with this jax.result_info; null if there is none.
Value findNamedResult(FunctionOpInterface function, StringRef name);

/// Finds the weights of `function`: arguments with an accumulator and a scale,
/// which the function returns under the same names.
FailureOr<SmallVector<Weight, 0>> findWeights(FunctionOpInterface function,
                                              bool isDevice);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_WEIGHTS_WEIGHTSTEP_H
