// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutation operators: small wrong changes of a pass's output, each claimed to
// be seen by certain checkers.
#ifndef AMP_MUTATE_OPERATOR_H
#define AMP_MUTATE_OPERATOR_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::mutate {

/// Bit set of checkers.
enum Checkers : unsigned {
  verifyChecker = 1,
  scalingChecker = 2,
  alignmentChecker = 4,
  solutionChecker = 8,
  weightsChecker = 16,
  devicesChecker = 32,
  savedChecker = 64
};

/// Facts about the unmutated program that operators need.
struct Facts {
  /// Reason of each input op that stayed f32, by the number that its location
  /// carries (Tags.h).
  llvm::DenseMap<unsigned, ReasonKind> f32Reasons;
  /// Those whose values the program's constants put outside of the 16-bit range
  /// (not only perhaps: no checker claims to repeat a guess).
  llvm::DenseSet<unsigned> isBeyondRange;
  /// The policy's 16-bit type, and the other one.
  FloatType low, otherLow;
  /// Casts are `amp.cast`, not yet `stablehlo.convert`.
  bool isPlaced = false;

  /// The reason why `op` stayed f32; none for low ops and added ops.
  std::optional<ReasonKind> reasonOf(Operation *op) const;
};

/// One operator. A site is an op and a number below `countVariants`.
struct Operator {
  llvm::StringLiteral name;
  /// Checkers that claim to reject its mutants.
  unsigned checkers;
  /// Every mutant breaks the policy or the certificate, so that none is
  /// equivalent to the output, whatever it computes.
  bool isNeverEquivalent;
  unsigned (*countVariants)(Operation *op, const Facts &facts);
  /// Changes the program at the site; failure means that there is no mutant.
  LogicalResult (*apply)(Operation *op, unsigned variant, const Facts &facts);
  llvm::StringLiteral summary;
};

/// All operators, in the order of the table.
ArrayRef<Operator> allOperators();

/// The tables that `allOperators` joins.
ArrayRef<Operator> generalOperators();
ArrayRef<Operator> precisionOperators();
ArrayRef<Operator> castOperators();
ArrayRef<Operator> scalingOperators();
ArrayRef<Operator> guardOperators();
ArrayRef<Operator> alignmentOperators();
ArrayRef<Operator> solutionOperators();
ArrayRef<Operator> weightOperators();

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_OPERATOR_H
