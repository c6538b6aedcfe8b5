// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest path from a denied op to an op that follows it.
#ifndef LIB_REPORT_DENYPATHS_H
#define LIB_REPORT_DENYPATHS_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

class DenyPaths {
public:
  /// Of a placed module with its reasons. Linear in the ops for each name of an
  /// op that denies.
  explicit DenyPaths(const ProgramGraph &graph);

  /// The op that denied `op`, and behind it those on the way from there to
  /// `op`; empty if nobody did.
  SmallVector<Operation *> to(Operation *op) const;

private:
  void start(Operation *op, StringAttr denier);
  void spread(Value value, Operation *from, StringAttr denier);
  void follow(Operation *op, Operation *from, StringAttr denier);

  const ProgramGraph &graph;
  StringAttr reasonName;
  llvm::DenseSet<std::pair<Value, StringAttr>> seen;
  llvm::DenseMap<Operation *, Operation *> before; ///< null before a denier
  SmallVector<std::pair<Operation *, StringAttr>> work;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_DENYPATHS_H
