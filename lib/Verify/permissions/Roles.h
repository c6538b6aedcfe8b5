// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints on precision by the structure of the program, regardless of the
// lists.
#ifndef LIB_VERIFY_PERMISSIONS_ROLES_H
#define LIB_VERIFY_PERMISSIONS_ROLES_H

#include "lib/Graph/ProgramGraph.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::verify {

/// Ops that the matcher collects: ops with a role in the structure of the
/// program, and ops that became low without a user request.
struct Roles {
  std::vector<Operation *> contractions, marks, extrema;
  std::vector<Value> lowered; ///< results and arguments
  /// Ops with low operands, but without low results.
  std::vector<Operation *> loweredReads;
  llvm::DenseSet<Operation *> converts; ///< conversions of the input program
  llvm::DenseSet<Operation *> inexact;  ///< splats that differ from the input's

  /// Results and arguments that became low, and ops whose operands became low,
  /// with or without a user request.
  llvm::DenseSet<Value> lowValues;
  llvm::DenseSet<Operation *> lowReaders;

  /// Returns true if `value` was f32 in the input, or is an inserted cast of
  /// such a value. Float constants count as f32, because they may have been.
  bool wasF32(Value value) const;

  /// Returns true if `op` is a conversion between floats that the input does
  /// not have.
  bool isAddedCast(Operation *op) const;

  /// Adds `op` to the list of its role, if it has one.
  void note(Operation *op, const OpRow &row);
};

/// Checks that these values are f32: values that reach no contraction; values
/// from the gradients to the states; values before the loss and after the seed,
/// up to a contraction.
LogicalResult checkStructure(const ProgramGraph &graph, const Roles &roles);

/// Checks that a maximum or minimum over many elements and the comparisons that
/// test its result have one type.
LogicalResult checkExtrema(const Roles &roles);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_ROLES_H
