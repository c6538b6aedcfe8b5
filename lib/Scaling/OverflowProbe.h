// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOWPROBE_H
#define LIB_SCALING_OVERFLOWPROBE_H

#include "lib/OpModel/GraphBuilder.h"

namespace mlir::amp {

/// Whether this is a tensor of floats that have infinities.
bool canOverflow(Value value);

/// Builds the ops that watch others of one block.
class OverflowProbe {
public:
  explicit OverflowProbe(unsigned numOps) : none(numOps) {}

  /// Counts in the results of `op`, the next one of the block.
  void watch(Operation *op);

  struct Results {
    Value first;  ///< tensor<i32>: which op overflowed first, or -1
    Value counts; ///< tensor<Nx3xi32>: infinite, NaN, flushed to zero
  };
  Results finish(OpBuilder &builder, Location loc);

private:
  struct Seen {
    Value infinite, nan, any;
  };
  Seen look(GraphBuilder &b, Value value);
  Value isBroken(Value value);
  bool isKnownFinite(Value value);
  Value countFlushed(GraphBuilder &b, Operation *op);

  int32_t none; ///< no op has this number
  llvm::DenseMap<Value, Seen> seen;
  llvm::SmallVector<Value> counts; ///< three per op
  Value first;
};

} // namespace mlir::amp

#endif // LIB_SCALING_OVERFLOWPROBE_H
