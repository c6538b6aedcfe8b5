// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building blocks that the patterns of this room share.
#ifndef DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H
#define DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp::stablehlo {

using ElementBuilder =
    function_ref<Value(OpBuilder &builder, Location loc, ValueRange elements)>;

/// A parallel linalg.generic that computes every element of `out`, a tensor
/// that is only written. `maps` say which element of each input it sees.
Value mapElements(OpBuilder &builder, Location loc, Value out,
                  ValueRange inputs, ArrayRef<AffineMap> maps,
                  ElementBuilder body);

/// Map from an element of `to` to its element in `from`: dimension i of `from`
/// is dimension dims[i] of `to` (with no dims, one of the last), and a size of
/// 1 is read by every element.
AffineMap broadcastMap(RankedTensorType from, RankedTensorType to,
                       ArrayRef<int64_t> dims = {});

/// `out` with `x` broadcast into it; with the place along a dimension.
Value broadcastInto(OpBuilder &builder, Location loc, Value x, Value out,
                    ArrayRef<int64_t> dims = {});
Value iotaInto(OpBuilder &builder, Location loc, Value out, uint64_t dimension);

/// The one element of `value`, in a type of LinalgTypes.
Value scalarConstant(OpBuilder &builder, Location loc, DenseElementsAttr value);
/// The same of a float, integer or complex attribute (an array of two floats).
Value scalarConstant(OpBuilder &builder, Location loc, Type element,
                     Attribute value);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_ELEMENTMAPS_H
