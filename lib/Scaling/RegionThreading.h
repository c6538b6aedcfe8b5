// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Threads values into the regions of control flow and out of them.
#ifndef LIB_SCALING_REGIONTHREADING_H
#define LIB_SCALING_REGIONTHREADING_H

#include "mlir/IR/Builders.h"

namespace mlir::amp::scaling {

/// Value that may be a result of control flow. The handle stays valid when the
/// op is rebuilt to thread further values.
class Handle {
public:
  Handle() = default;
  explicit Handle(Value value) : value(value) {}
  Handle(Block *inside, unsigned result) : inside(inside), result(result) {}

  Value get() const {
    return inside ? inside->getParentOp()->getResult(result) : value;
  }

private:
  Value value;
  Block *inside = nullptr;
  unsigned result = 0;
};

/// Values that are threaded through a region.
struct Carried {
  SmallVector<Value> values; ///< in the region
  SmallVector<Handle> results;
};

class RegionThreading {
public:
  /// Returns true if values can be threaded through `op`.
  static bool passes(Operation *op);
  /// Emits an error unless values can be threaded through all control flow from
  /// `op` up to its function.
  static LogicalResult check(Operation *op);

  /// Threads `inits` through the region of `inside`, as loop-carried values or
  /// results of a branch. They are unchanged in branches not taken, and until
  /// `leave` sets the yielded values.
  Carried carry(Block *inside, ValueRange inits);
  void leave(Block *inside, const Carried &carried, ValueRange values);

  /// Returns `flag` outside of the op: true if it was true in any iteration,
  /// false if the branch was not taken.
  Handle flagOut(Block *inside, Value flag);

  /// Returns `value`, defined in block `from`, as seen in the nested block
  /// `inside`. In a manual computation it is sharded like `like`, an argument
  /// of `from`, or replicated without `like`.
  Value into(Value value, Block *from, Block *inside, Value like = {});

  /// Returns the op that has replaced `op`; `op` itself if none has.
  Operation *current(Operation *op) const;

private:
  Operation *extend(Operation *op, ValueRange operands, TypeRange results,
                    std::optional<unsigned> like = {});

  llvm::DenseMap<Operation *, Operation *> replaced;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_REGIONTHREADING_H
