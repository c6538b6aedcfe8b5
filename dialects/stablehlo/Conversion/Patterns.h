// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The pattern sets of stablehlo-to-linalg, one per family of ops.
#ifndef DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H
#define DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H

namespace mlir {
class RewritePatternSet;
class TypeConverter;

namespace amp::stablehlo {
void populateElementwise(const TypeConverter &types,
                         RewritePatternSet &patterns);
void populateBatchNorms(const TypeConverter &types,
                        RewritePatternSet &patterns);
void populateDynamicShapes(const TypeConverter &types,
                           RewritePatternSet &patterns);
void populateBitcasts(const TypeConverter &types, RewritePatternSet &patterns);
void populateConstants(const TypeConverter &types, RewritePatternSet &patterns);
void populateBroadcasts(const TypeConverter &types,
                        RewritePatternSet &patterns);
void populatePads(const TypeConverter &types, RewritePatternSet &patterns);
void populateSlices(const TypeConverter &types, RewritePatternSet &patterns);
void populateReshapes(const TypeConverter &types, RewritePatternSet &patterns);
} // namespace amp::stablehlo
} // namespace mlir

#endif // DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H
