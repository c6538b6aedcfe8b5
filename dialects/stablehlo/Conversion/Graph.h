// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builders of StableHLO ops, for ops that are lowered through other StableHLO
// ops.
#ifndef DIALECTS_STABLEHLO_CONVERSION_GRAPH_H
#define DIALECTS_STABLEHLO_CONVERSION_GRAPH_H

#include "dialects/stablehlo/Conversion/Structured.h"

namespace mlir::amp::stablehlo {

Value reshapeTo(ImplicitLocOpBuilder &builder, Value value,
                ArrayRef<int64_t> shape);
Value transposeBy(ImplicitLocOpBuilder &builder, Value value,
                  ArrayRef<int64_t> permutation);
/// Transposes dimensions `i` and `j`.
Value swapDims(ImplicitLocOpBuilder &builder, Value value, int64_t i,
               int64_t j);
/// Slices the elements [start, end) of dimension `dim`.
Value sliceOf(ImplicitLocOpBuilder &builder, Value value, int64_t dim,
              int64_t start, int64_t end);
Value convertTo(ImplicitLocOpBuilder &builder, Value value, Type element);
/// Broadcasts a constant to the shape of `like`; `dims` are the dimensions of
/// the constant.
Value constantLike(ImplicitLocOpBuilder &builder, Value like,
                   DenseElementsAttr constant, ArrayRef<int64_t> dims = {});
/// Broadcasts one real number to the element type and shape of `like`.
Value numberLike(ImplicitLocOpBuilder &builder, Value like, double number);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_GRAPH_H
