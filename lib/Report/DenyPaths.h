// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest paths from denied ops to the ops denied for their sake.
#ifndef LIB_REPORT_DENYPATHS_H
#define LIB_REPORT_DENYPATHS_H

#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp::report {

class DenyPaths {
public:
  /// Computes the paths of a module with decisions and reasons. Linear in the
  /// ops for each name of a denying op.
  explicit DenyPaths(const ProgramGraph &graph);

  /// Returns the op that denied `op`, followed by the ops on the path to `op`;
  /// empty if none did.
  SmallVector<Operation *> to(Operation *op) const;

private:
  void start(Operation *op, StringAttr denier);
  void spread(Value value, Operation *from, StringAttr denier);
  void follow(Operation *op, Operation *from, StringAttr denier);

  const ProgramGraph &graph;
  StringAttr reasonName;
  llvm::DenseSet<std::pair<Value, StringAttr>> seen;
  llvm::DenseMap<Operation *, Operation *> before; ///< null at a denying op
  SmallVector<std::pair<Operation *, StringAttr>> work;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_DENYPATHS_H
