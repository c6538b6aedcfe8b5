// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts of weights that a training step could avoid by carrying the
// low-precision copy between steps.
#ifndef LIB_REPORT_CARRYABLE_H
#define LIB_REPORT_CARRYABLE_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

class CarryableCasts {
public:
  explicit CarryableCasts(const ProgramGraph &graph);

  /// Returns true if the cast narrows a carried argument of a public function
  /// (any argument, if no training state is known) and a contraction uses the
  /// result, directly or through data movement and calls.
  bool contains(CastOp cast);

private:
  bool isCarried(Value value);
  bool feedsContraction(Value value);

  const ProgramGraph &graph;
  llvm::DenseMap<Value, bool> carried;
  llvm::DenseSet<Value> feedNone;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_CARRYABLE_H
