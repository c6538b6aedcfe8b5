// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H
#define DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

/// One side of a contraction: its value, the element type that the source gives
/// it (for the sign of integers) and how loops index it.
struct Factor {
  Value value;
  Type source;
  SmallVector<AffineExpr> indices;
};

/// Sums of products over `loops` loops, the first of which index `result` in
/// its order; all others are summed over. Floats are multiplied and summed in
/// f32, or f64 where a factor is f64, and rounded once to `result`'s type. The
/// multiplication is marked amp.tf32 where `source` is.
Value contract(ImplicitLocOpBuilder &builder, Operation *source, unsigned loops,
               const Factor &lhs, const Factor &rhs, RankedTensorType result);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_CONTRACT_H
