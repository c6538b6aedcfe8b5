// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_OVERFLOW_OVERFLOWPROBE_H
#define LIB_SCALING_OVERFLOW_OVERFLOWPROBE_H

#include "lib/OpModel/GraphBuilder.h"

namespace mlir::amp::scaling {

/// Returns true if this is a tensor of floats that have infinities.
bool canOverflow(Value value);

/// A number, and a tensor of one.
Value countOf(GraphBuilder &b, int32_t value);

/// Builds the ops that look at others.
class OverflowProbe {
public:
  /// Scalars: how many elements of all results of an op are infinite, NaN, or
  /// flushed to zero; and whether it broke them itself.
  struct Found {
    Value infinite, nan, flushed, overflowed;
  };
  /// Looks at the results of `op`, right behind it.
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
