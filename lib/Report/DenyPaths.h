// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shortest path from a denied op to an op that follows it.
#ifndef LIB_REPORT_DENYPATHS_H
#define LIB_REPORT_DENYPATHS_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::report {

class DenyPaths {
public:
  /// Of a placed module with its reasons. Linear in the ops for each name of an
  /// op that denies.
  explicit DenyPaths(ModuleOp module);

  /// The op that denied `op`, and behind it those on the way from there to
  /// `op`; empty if nobody did.
  SmallVector<Operation *> to(Operation *op) const;

private:
  void addHandovers(ModuleOp module);
  void start(Operation *op, StringAttr denier);
  void spread(Value value, Operation *from, StringAttr denier);
  void follow(Operation *op, Operation *from, StringAttr denier);

  StringAttr reasonName;
  /// Number of the value that control flow or a call makes of an operand.
  llvm::DenseMap<OpOperand *, unsigned> handovers;
  SmallVector<SmallVector<Value, 2>> received;
  llvm::DenseSet<std::pair<Value, StringAttr>> seen;
  llvm::DenseMap<Operation *, Operation *> before; ///< null before a denier
  SmallVector<std::pair<Operation *, StringAttr>> work;
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_DENYPATHS_H
