// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The program as patterns read it: through layout ops, calls and loops: values
// that a loop carries unchanged, and values that one loop writes to a stack, an
// entry for each iteration, and another reads.
#ifndef LIB_RECOGNIZE_SCENE_H
#define LIB_RECOGNIZE_SCENE_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Recognize/Axes.h"
#include "lib/Recognize/Kinds.h"

namespace mlir::amp::recognize {

/// Run of a function that has several calls. A function with one call needs no
/// frame: its arguments are what that call passes.
using Frame = CallFrame;

/// A value, in one run of the function around it.
struct Ref {
  Value value;
  const Frame *frame = nullptr;

  bool operator==(const Ref &other) const {
    return value == other.value && frame == other.frame;
  }
};

class Scene {
public:
  explicit Scene(const ProgramGraph &graph);

  Kind kindOf(Operation *op) { return kinds.of(op); }

  FreshIndices &freshIndices() { return fresh; }

  /// Returns the producer of `ref` behind layout ops and calls, and its kind.
  /// `axes` of `ref` become those of the producer.
  std::pair<Ref, Kind> look(Ref ref, Axes *axes = nullptr);

  /// Returns the value that a use forwards its operand as: the argument of a
  /// function that only this call runs, or the result of the only call of this
  /// function.
  Value passOn(OpOperand &use);

  /// Returns the values equal to `value` that a loop has read from a stack.
  ArrayRef<Value> unstacked(Value value) const;

  /// The runs of the function around `op`: a single null one for a function
  /// that needs no frame; none if there are too many.
  SmallVector<const Frame *> runsOf(Operation *op, unsigned depth = 0);

  /// The one value that all elements of a constant have, or of a root,
  /// quotient … of constants.
  std::optional<double> findNumber(Ref ref, unsigned depth = 4);

  /// Returns the number of calls of the function around `op` in all; 1 if no
  /// call is here.
  unsigned countRuns(Operation *op, unsigned depth = 0) const;

private:
  /// The calls of a function, or of the function around an op, that nothing
  /// else runs; empty for other functions.
  ArrayRef<Operation *> callsOf(Operation *function) const;
  ArrayRef<Operation *> callsAround(Operation *op) const;
  void linkStacks();
  Ref takeOff(Operation *slice, const Frame *frame);
  Ref enter(Operation *call, unsigned result, const Frame *frame);
  Ref leave(BlockArgument argument, const Frame *frame);

  const ProgramGraph &graph;
  KindTable kinds;
  CallFrames frames;
  /// Constant value of a control op's result, and result of a loop for a
  /// carried value.
  llvm::DenseMap<Value, Value> handed, carried;
  /// By loop and block, the index at which that block takes what the loop has
  /// stacked.
  llvm::DenseMap<std::pair<Block *, Block *>, Value> indices;
  /// By loop, the index at which it stacks its entries.
  llvm::DenseMap<Block *, Value> stacked;
  llvm::DenseMap<Value, SmallVector<Value, 1>> again;
  unsigned taken = 0, nested = 0;
  FreshIndices fresh;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_SCENE_H
