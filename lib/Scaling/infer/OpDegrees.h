// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of Degree.h as relations between operands and results, found by
// evaluating the rule of an op with some of its operands scaled.
#ifndef LIB_SCALING_INFER_OPDEGREES_H
#define LIB_SCALING_INFER_OPDEGREES_H

#include "lib/Scaling/degrees/DegreeWalker.h"

namespace mlir::amp::scaling {

/// Constraints on the degrees of an op. Operands in none of the lists are
/// unconstrained.
struct OpDegree {
  /// At most one of `tied[0]` and `tied[1]` is scaled; the result is scaled if
  /// one is.
  bool isProduct = false;
  /// The results are scaled if the tied operands are; else they never are.
  bool propagatesScale = false;
  /// A literal operand is a threshold, not a summand that could be scaled.
  bool hasThreshold = false;
  SmallVector<unsigned, 3> tied;     ///< all of them are scaled, or none is
  SmallVector<unsigned, 3> unscaled; ///< never scaled
};

class OpDegrees {
public:
  OpDegrees(FunctionOpInterface function, const SymbolTable &symbols);

  const OpDegree &of(Operation *op);

private:
  /// Result of the rule with the operands of `scaled` alone scaled.
  enum class Outcome { leaks, unscaled, scaled };
  Outcome probe(Operation *op, ArrayRef<unsigned> scaled);
  OpDegree find(Operation *op);

  Step step;
  DegreeContext shared;
  llvm::DenseMap<Operation *, OpDegree> known;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_OPDEGREES_H
