// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Takes values into the regions of control flow, and out of them again.
#ifndef LIB_SCALING_THREADS_H
#define LIB_SCALING_THREADS_H

#include "mlir/IR/Builders.h"

namespace mlir::amp::scaling {

/// A value that may be a result of control flow, which is made anew whenever
/// something else is threaded through it.
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

/// Values that a region is entered with and that it leaves others of.
struct Carried {
  SmallVector<Value> values; ///< inside
  SmallVector<Handle> results;
};

class Threads {
public:
  /// Returns true if values can be threaded through `op`.
  static bool passes(Operation *op);
  /// Refuses control flow that nothing can be threaded through, from `op` up to
  /// its function.
  static LogicalResult check(Operation *op);

  /// From turn to turn of a loop; where a branch is not taken, and until
  /// `setLast`, they stay as they are.
  Carried carry(Block *inside, ValueRange inits);
  void leave(Block *inside, const Carried &carried, ValueRange values);

  /// A flag that is true if it was true in any turn, and false where nothing
  /// was done.
  Handle flagOut(Block *inside, Value flag);

  /// A value of `from` as `inside`, which lies in it, sees it. On devices it
  /// lies where `like` does, an argument of `from` that gets there; else all
  /// hold it.
  Value into(Value value, Block *from, Block *inside, Value like = {});

  /// Returns the replacement of an op.
  Operation *current(Operation *op) const;

private:
  Operation *extend(Operation *op, ValueRange operands, TypeRange results,
                    std::optional<unsigned> like = {});

  llvm::DenseMap<Operation *, Operation *> replaced;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_THREADS_H
