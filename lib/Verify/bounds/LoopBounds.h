// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bounds of the values that loops with a known trip count carry, by interval
// execution, independent of the closed forms of lib/Ranges.
#ifndef LIB_VERIFY_BOUNDS_LOOPBOUNDS_H
#define LIB_VERIFY_BOUNDS_LOOPBOUNDS_H

#include "lib/Verify/bounds/Bounds.h"

namespace mlir::amp::verify {

/// Evaluates loop bodies on bounds, once per iteration.
class LoopExecution {
public:
  /// Returns sound bounds of a value in all runs.
  using BoundsOf = llvm::function_ref<ValueBounds(Value)>;
  /// Computes bounds of the results of an op.
  using Transfer =
      llvm::function_ref<void(Operation *, llvm::ArrayRef<ValueBounds>,
                              llvm::MutableArrayRef<ValueBounds>)>;

  LoopExecution(BoundsOf boundsOf, Transfer transfer)
      : boundsOf(boundsOf), transfer(transfer) {}

  /// Returns bounds of the loop-carried values of `module`. Omits loops that
  /// would take more than a fixed number of evaluations.
  llvm::DenseMap<Value, ValueBounds> run(ModuleOp module);

private:
  using Bounds = llvm::SmallVector<ValueBounds>;

  Bounds read(ValueRange values);
  bool execute(Operation *op);
  bool executeLoop(Operation *loop, double trips);
  bool executeBranches(Operation *branch);
  bool executeBody(Block &body);
  void carry(Operation *loop, llvm::ArrayRef<ValueBounds> facts);

  BoundsOf boundsOf;
  Transfer transfer;
  llvm::DenseMap<Value, ValueBounds> current; ///< in the current iteration
  llvm::DenseMap<Value, ValueBounds> carried; ///< in all iterations
  int64_t evaluations = 0;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_LOOPBOUNDS_H
