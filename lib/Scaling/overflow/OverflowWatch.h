// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H
#define LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H

#include "lib/Scaling/Threads.h"
#include "lib/Scaling/overflow/OverflowTally.h"
#include <limits>

namespace mlir::amp::scaling {

/// Watches the ops of a function, into its loops, branches and manual
/// computations: each turn adds its counts to those before, and they are
/// handed on as one more value that the loop carries.
class OverflowWatch {
public:
  explicit OverflowWatch(bool perClass) : perClass(perClass) {}

  struct Result {
    Value first;  ///< tensor<i32>: which op overflowed first, or `none`
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
  Threads threads;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_OVERFLOW_OVERFLOWWATCH_H
