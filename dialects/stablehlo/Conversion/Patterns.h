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
void populateOneHot(const TypeConverter &types, RewritePatternSet &patterns);
void populatePads(const TypeConverter &types, RewritePatternSet &patterns);
void populateSlices(const TypeConverter &types, RewritePatternSet &patterns);
void populateReshapes(const TypeConverter &types, RewritePatternSet &patterns);
void populateCollectives(const TypeConverter &types,
                         RewritePatternSet &patterns);
void populateControlFlow(const TypeConverter &types,
                         RewritePatternSet &patterns);
void populateConvolution(const TypeConverter &types,
                         RewritePatternSet &patterns);
void populateCustomCalls(const TypeConverter &types,
                         RewritePatternSet &patterns);
void populateDot(const TypeConverter &types, RewritePatternSet &patterns);
void populateGather(const TypeConverter &types, RewritePatternSet &patterns);
void populateIdentities(const TypeConverter &types,
                        RewritePatternSet &patterns);
void populateReduce(const TypeConverter &types, RewritePatternSet &patterns);
void populateReduceWindow(const TypeConverter &types,
                          RewritePatternSet &patterns);
void populateScatter(const TypeConverter &types, RewritePatternSet &patterns);
void populateSelectAndScatter(const TypeConverter &types,
                              RewritePatternSet &patterns);
void populateSort(const TypeConverter &types, RewritePatternSet &patterns);
void populateTopK(const TypeConverter &types, RewritePatternSet &patterns);
void populateCholesky(const TypeConverter &types, RewritePatternSet &patterns);
void populateEmpty(const TypeConverter &types, RewritePatternSet &patterns);
void populateFft(const TypeConverter &types, RewritePatternSet &patterns);
void populateRng(const TypeConverter &types, RewritePatternSet &patterns);
void populateRngBitGenerator(const TypeConverter &types,
                             RewritePatternSet &patterns);
void populateTriangularSolve(const TypeConverter &types,
                             RewritePatternSet &patterns);
} // namespace amp::stablehlo
} // namespace mlir

#endif // DIALECTS_STABLEHLO_CONVERSION_PATTERNS_H
