// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_CHECK_H
#define DIALECTS_STABLEHLO_CONVERSION_CHECK_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

/// Asserts that all elements of two tensors are equal as numbers: -0 equals 0.
/// In all three functions, NaN equals NaN, and complex numbers must agree in
/// both parts.
LogicalResult expectEqual(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter);
/// Asserts equal signs and a difference of at most `tolerance` (0.001).
LogicalResult expectAlmostEqual(CustomCallOp op, ValueRange inputs,
                                ConversionPatternRewriter &rewriter);
/// Asserts a difference of at most `max_ulp_difference` (3) ULPs.
LogicalResult expectClose(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_CHECK_H
