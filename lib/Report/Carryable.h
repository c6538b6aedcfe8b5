// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Casts of weights: a training step that carries their result from step to step
// need not make it.
#ifndef LIB_REPORT_CARRYABLE_H
#define LIB_REPORT_CARRYABLE_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

class CarryableCasts {
public:
  explicit CarryableCasts(const ProgramGraph &graph);

  /// Returns true if the cast narrows an argument of a public function that the
  /// step carries (any argument, if the program shows none that it carries),
  /// for a contraction, over ops that only move values and over calls.
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
