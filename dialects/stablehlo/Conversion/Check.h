// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_CHECK_H
#define DIALECTS_STABLEHLO_CONVERSION_CHECK_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

/// Assertions that all elements of two tensors agree. NaN agrees with NaN, and
/// complex numbers where both parts do.
///
/// As numbers, so that -0 is 0.
LogicalResult expectEqual(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter);
/// With the same sign and at most `tolerance` (0.001) apart.
LogicalResult expectAlmostEqual(CustomCallOp op, ValueRange inputs,
                                ConversionPatternRewriter &rewriter);
/// With at most `max_ulp_difference` (3) steps of their format between them.
LogicalResult expectClose(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_CHECK_H
