// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Use-def chains as the patterns see them: through data movement, calls and
// loops. In loops, it follows loop-invariant carried values, and values that
// one loop writes to a stack, one entry per iteration, for another to read.
#ifndef LIB_RECOGNIZE_PROGRAMDATAFLOW_H
#define LIB_RECOGNIZE_PROGRAMDATAFLOW_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Recognize/Axes.h"
#include "lib/Recognize/Kinds.h"

namespace mlir::amp::recognize {

/// Call context of a function with several calls. A function with one call has
/// none: its arguments are the operands of the call.
using Frame = CallFrame;

/// Value in a call context of its function.
struct Ref {
  Value value;
  const Frame *frame = nullptr;

  bool operator==(const Ref &other) const {
    return value == other.value && frame == other.frame;
  }
};

class ProgramDataflow {
public:
  explicit ProgramDataflow(const ProgramGraph &graph);

  Kind kindOf(Operation *op) { return kinds.of(op); }

  FreshIndices &freshIndices() { return fresh; }

  /// Returns the producer of `ref`, through data movement and calls, and its
  /// kind. Updates `axes` of `ref` to those of the producer.
  std::pair<Ref, Kind> look(Ref ref, Axes *axes = nullptr);

  /// Returns the value that a use forwards its operand to: the argument of a
  /// callee with a single call, or the result of the single call of the
  /// function.
  Value passOn(OpOperand &use);

  /// Returns the values equal to `value` that a loop reads from a stack.
  ArrayRef<Value> unstacked(Value value) const;

  /// Returns the call contexts of the function that contains `op`: a single
  /// null for a function without contexts; none if there are too many.
  SmallVector<const Frame *> runsOf(Operation *op, unsigned depth = 0);

  /// Returns the value of a constant splat, or of a unary or binary op on
  /// constants.
  std::optional<double> findNumber(Ref ref, unsigned depth = 4);

  /// Returns the total number of calls of the function that contains `op`; 1
  /// without calls.
  unsigned countRuns(Operation *op, unsigned depth = 0) const;

private:
  /// Returns the calls of a private function with one block, or of the function
  /// that contains an op; empty for other functions.
  ArrayRef<Operation *> callsOf(Operation *function) const;
  ArrayRef<Operation *> callsAround(Operation *op) const;
  void linkStacks();
  Ref takeOff(Operation *slice, const Frame *frame);
  Ref enter(Operation *call, unsigned result, const Frame *frame);
  Ref leave(BlockArgument argument, const Frame *frame);

  const ProgramGraph &graph;
  KindTable kinds;
  CallFrames frames;
  /// Value that a control op only forwards, and updated value of a loop-carried
  /// value.
  llvm::DenseMap<Value, Value> handed, carried;
  /// Index at which a block reads the stack of a loop.
  llvm::DenseMap<std::pair<Block *, Block *>, Value> indices;
  /// Index at which a loop writes its stack.
  llvm::DenseMap<Block *, Value> stacked;
  llvm::DenseMap<Value, SmallVector<Value, 1>> again;
  unsigned taken = 0, nested = 0;
  FreshIndices fresh;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_PROGRAMDATAFLOW_H
