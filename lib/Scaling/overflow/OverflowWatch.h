// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H
#define LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H

#include "lib/Scaling/RegionThreading.h"
#include "lib/Scaling/overflow/OverflowTally.h"
#include <limits>

namespace mlir::amp::scaling {

/// Counts the overflows of the ops of a function, including those in loops,
/// branches and manual computations. Loops carry the counts and add to them in
/// each iteration.
class OverflowWatch {
public:
  explicit OverflowWatch(bool perClass) : perClass(perClass) {}

  struct Result {
    Value first;  ///< tensor<i32>: first op that overflowed, or `none`
    Value counts; ///< tensor<3Nxi32>; null if nothing is watched
  };
  FailureOr<Result> watch(Block &block);

  static constexpr int32_t none = std::numeric_limits<int32_t>::max();

  /// Watched ops, in the order of their numbers: `stablehlo.multiply at …`.
  SmallVector<Attribute> names;

private:
  LogicalResult enter(Operation *op, OverflowTally &tally,
                      SmallVectorImpl<Value> &firsts);
  LogicalResult leave(Block &block, const Carried &carried, Result inside);

  bool perClass;
  OverflowProbe probe;
  RegionThreading threads;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H
