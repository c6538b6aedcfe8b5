// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H
#define DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

/// Operand of a contraction: its value, its element type in the source op
/// (which gives the signedness of integers), and its indices in terms of the
/// loops.
struct Factor {
  Value value;
  Type source;
  SmallVector<AffineExpr> indices;
};

/// Emits a contraction over `loops` loops. The first loops index `result` in
/// order; all others are reductions. Floats are multiplied and summed in f32,
/// or in f64 if an operand is f64, and rounded once to the type of `result`.
/// The multiplication is marked amp.tf32 if `source` is.
Value contract(ImplicitLocOpBuilder &builder, Operation *source, unsigned loops,
               const Factor &lhs, const Factor &rhs, RankedTensorType result);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H
