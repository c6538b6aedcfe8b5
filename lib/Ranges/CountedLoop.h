// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 5 iterations of %c = %c * [0, 15], from 1   ==>   %c in [0, 759375]
#ifndef LIB_RANGES_COUNTEDLOOP_H
#define LIB_RANGES_COUNTEDLOOP_H

#include "lib/Graph/CarriedValues.h"
#include "lib/Ranges/Interval.h"

namespace mlir::amp::ranges {

/// Ranges of loop-carried values in a loop with a known number of iterations.
class CountedLoop {
public:
  /// `find` returns the range of a value; null if the analysis has not reached
  /// the value.
  CountedLoop(Operation *loop, double tripCount,
              function_ref<const Range *(Value)> find)
      : loop(loop), tripCount(tripCount), find(find) {}

  /// Returns the range of a carried value, of type `format`, after all
  /// increments or multiplications; none if its iteration is neither. By
  /// induction, the range holds if the range of the increment or factor does:
  /// the caller walks the loop to that fixpoint.
  std::optional<Range> rangeOf(const CarriedValue &carried,
                               const Format &format) const;

private:
  /// One iteration: x = factor * x + addend, in magnitude.
  struct Step {
    Range factor, addend;
    bool isInvariant; ///< the factor is the same in each iteration
  };

  std::optional<Range> growthOf(Value next, const CarriedValue &carried,
                                unsigned depth) const;
  std::optional<Step> stepOf(Value next, const CarriedValue &carried,
                             unsigned depth) const;
  bool isInvariant(Value value) const;
  Range of(Value value) const;

  Operation *loop;
  double tripCount;
  function_ref<const Range *(Value)> find;
};

} // namespace mlir::amp::ranges

#endif // LIB_RANGES_COUNTEDLOOP_H
