// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Mutation operators: small incorrect changes of a pass's output. Each operator
// lists the checkers that should reject its mutants.
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

/// Facts about the unmutated program, for operators.
struct Facts {
  /// Reason of each input op that stayed f32, by the op's tag (Tags.h).
  llvm::DenseMap<unsigned, ReasonKind> f32Reasons;
  /// Tags of ops whose values certainly exceed the 16-bit range, due to the
  /// program's constants.
  llvm::DenseSet<unsigned> isBeyondRange;
  /// The policy's 16-bit type, and the other 16-bit type.
  FloatType low, otherLow;
  /// True if casts are `amp.cast`, not yet `stablehlo.convert`.
  bool isPlaced = false;

  /// Returns the reason why `op` stayed f32; nullopt for 16-bit and added ops.
  std::optional<ReasonKind> reasonOf(Operation *op) const;
};

/// Mutation operator. A site is an op and a number below `countVariants`.
struct Operator {
  llvm::StringLiteral name;
  /// Checkers that should reject the mutants.
  unsigned checkers;
  /// True if each mutant violates the policy or the certificate, so that no
  /// mutant is equivalent to the output.
  bool isNeverEquivalent;
  unsigned (*countVariants)(Operation *op, const Facts &facts);
  /// Changes the program at the site. Failure means that there is no mutant.
  LogicalResult (*apply)(Operation *op, unsigned variant, const Facts &facts);
  llvm::StringLiteral summary;
};

/// Returns all operators, in table order.
ArrayRef<Operator> allOperators();

/// The parts of `allOperators`.
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
