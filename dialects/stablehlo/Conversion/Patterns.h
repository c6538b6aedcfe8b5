// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pattern sets of stablehlo-to-linalg, one per family of ops.
#ifndef DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H
#define DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H

namespace mlir {
class RewritePatternSet;
class TypeConverter;
namespace amp::stablehlo {} // namespace amp::stablehlo
} // namespace mlir

#endif // DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H
