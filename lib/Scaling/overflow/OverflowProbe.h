// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOW_OVERFLOWPROBE_H
#define LIB_SCALING_OVERFLOW_OVERFLOWPROBE_H

#include "lib/OpModel/GraphBuilder.h"

namespace mlir::amp::scaling {

/// Returns true if `value` is a tensor of a float type with infinities.
bool canOverflow(Value value);

/// Returns a constant i32 scalar.
Value countOf(GraphBuilder &b, int32_t value);

/// Emits ops that test the results of other ops.
class OverflowProbe {
public:
  /// Scalars: the number of elements of all results of an op that are infinite,
  /// NaN, or flushed to zero; and whether the op overflowed with finite
  /// operands.
  struct Found {
    Value infinite, nan, flushed, overflowed;
  };
  /// Emits tests of the results of `op`, immediately after the op.
  Found watch(Operation *op);

private:
  struct Seen {
    Value infinite, nan, any;
  };
  Seen look(GraphBuilder &b, Value value);
  Value isBroken(Value value);
  Value countFlushed(GraphBuilder &b, Operation *op);

  llvm::DenseMap<Value, Seen> seen;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_OVERFLOW_OVERFLOWPROBE_H
