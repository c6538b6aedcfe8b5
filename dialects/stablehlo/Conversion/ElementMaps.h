// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elementwise building blocks for the conversion patterns.
#ifndef DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H
#define DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp::stablehlo {

using ElementBuilder =
    function_ref<Value(OpBuilder &builder, Location loc, ValueRange elements)>;

/// Creates a parallel linalg.generic that computes each element of `out`, which
/// is write-only. `maps` are the indexing maps of the inputs.
Value mapElements(OpBuilder &builder, Location loc, Value out,
                  ValueRange inputs, ArrayRef<AffineMap> maps,
                  ElementBuilder body);

/// Returns the map from an element of `to` to its element in `from`: dimension
/// i of `from` is dimension dims[i] of `to` (without `dims`, trailing
/// dimensions correspond), and dimensions of size 1 broadcast.
AffineMap broadcastMap(RankedTensorType from, RankedTensorType to,
                       ArrayRef<int64_t> dims = {});

/// Broadcasts `x` into `out`.
Value broadcastInto(OpBuilder &builder, Location loc, Value x, Value out,
                    ArrayRef<int64_t> dims = {});
/// Fills `out` with each element's index along `dimension`.
Value iotaInto(OpBuilder &builder, Location loc, Value out, uint64_t dimension);

/// Emits the single element of `value`, in a type of LinalgTypes.
Value scalarConstant(OpBuilder &builder, Location loc, DenseElementsAttr value);
/// Emits a float, integer or complex attribute (an array of two floats).
Value scalarConstant(OpBuilder &builder, Location loc, Type element,
                     Attribute value);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H
