// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constraints on precision by the structure of the program, regardless of the
// lists.
#ifndef LIB_VERIFY_PERMISSIONS_ROLES_H
#define LIB_VERIFY_PERMISSIONS_ROLES_H

#include "lib/Graph/ProgramGraph.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::verify {

/// Ops that a comparison collects: ops with a role in the program as a whole,
/// and ops that became low without a request.
struct Roles {
  std::vector<Operation *> contractions, marks, extrema;
  std::vector<Value> lowered;            ///< results and arguments
  std::vector<Operation *> loweredReads; ///< ops that read low, and make f32
                                         ///< or no float at all
  llvm::DenseSet<Operation *> converts;  ///< the program's own

  /// Results and arguments that became low, asked for or not, and the ops that
  /// read low what was f32.
  llvm::DenseSet<Value> lowValues;
  llvm::DenseSet<Operation *> lowReaders;

  /// Returns true if a value of the output was f32 in the input, or is a cast
  /// of such a value, or a constant, which may have been.
  bool wasF32(Value value) const;

  /// Returns true if `op` is a conversion between floats that the input does
  /// not have.
  bool isAddedCast(Operation *op) const;

  /// Notes what `op` is.
  void note(Operation *op, const OpRow &row);
};

/// Checks that these are f32: what no contraction comes after; from the
/// gradients to the states; before the loss and after the seed, up to a
/// contraction.
LogicalResult checkStructure(const ProgramGraph &graph, const Roles &roles);

/// Checks that a maximum or minimum over many elements and the comparisons that
/// test its result have one type.
LogicalResult checkExtrema(const Roles &roles);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_ROLES_H
