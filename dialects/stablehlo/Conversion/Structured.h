// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Building blocks for the lowerings of structured ops (contractions, windows,
// scatters, ...). Elements have the types of LinalgTypes.
#ifndef DIALECTS_STABLEHLO_CONVERSION_STRUCTURED_H
#define DIALECTS_STABLEHLO_CONVERSION_STRUCTURED_H

#include "dialects/stablehlo/Conversion/Refusals.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::amp::stablehlo {

/// Fails, with a reason, if `op` has a tensor with dynamic sizes or with
/// elements that have no type in linalg.
LogicalResult expectPlainTensors(Operation *op);

/// Converts `type` for linalg. Returns null, with a reason, if there is no
/// conversion.
RankedTensorType linalgTensor(Operation *op, Type type,
                              const TypeConverter &types);
/// The same, for static shapes only.
RankedTensorType staticTensor(Operation *op, Type type,
                              const TypeConverter &types);

inline RankedTensorType tensorTypeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
inline Type elementTypeOf(Value value) {
  return getElementTypeOrSelf(value.getType());
}

Value indexOf(ImplicitLocOpBuilder &builder, int64_t number);
Value integerOf(ImplicitLocOpBuilder &builder, Type type, int64_t number);
Value zeroOf(ImplicitLocOpBuilder &builder, Type element);
/// Extracts the element of a 0-d tensor.
Value scalarOf(ImplicitLocOpBuilder &builder, Value tensor);
/// Dynamic sizes are the sizes of `like`, a tensor of the same rank.
Value emptyTensor(ImplicitLocOpBuilder &builder, RankedTensorType type,
                  Value like = nullptr);
Value filledTensor(ImplicitLocOpBuilder &builder, Value element,
                   RankedTensorType type, Value like = nullptr);

/// Sum and product in the element type; or and and for i1.
Value addElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
Value multiplyElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
/// Converts a number of type `source`, which gives the signedness, to a wider
/// or narrower type of the same kind.
Value resizeElement(ImplicitLocOpBuilder &builder, Value element, Type source,
                    Type wanted);
/// Clamps an integer of type `source` to [0, limit], as an index.
Value clampedIndex(ImplicitLocOpBuilder &builder, Value element, Type source,
                   int64_t limit);
/// Converts an integer of type `source` to i64, saturating at INT64_MAX.
Value wideIndex(ImplicitLocOpBuilder &builder, Value element, Type source);

/// Emits the row-major index of the element at `indices` in a tensor of
/// `shape`.
Value rowMajor(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> shape,
               ValueRange indices);

/// Body of a loop: computes the loop-carried values from indices and carried
/// values.
using LoopBody = function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &builder, ValueRange indices, ValueRange carried)>;
/// scf.for nest over [0, sizes), last loop innermost.
SmallVector<Value> loopOver(ImplicitLocOpBuilder &builder,
                            ArrayRef<int64_t> sizes, ValueRange inits,
                            LoopBody body);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_STRUCTURED_H
