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

/// Fails, with the reason, on an op that has a tensor whose sizes are not known
/// or whose elements linalg has no type for.
LogicalResult expectPlainTensors(Operation *op);

/// `type` in linalg; null, with the reason, where it has none.
RankedTensorType linalgTensor(Operation *op, Type type,
                              const TypeConverter &types);
/// The same of static shape.
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
/// The one element of a 0-d tensor.
Value scalarOf(ImplicitLocOpBuilder &builder, Value tensor);
/// A dynamic size is that of `like`, of the same rank.
Value emptyTensor(ImplicitLocOpBuilder &builder, RankedTensorType type,
                  Value like = nullptr);
Value filledTensor(ImplicitLocOpBuilder &builder, Value element,
                   RankedTensorType type, Value like = nullptr);

/// Sum and product in the elements' own type; of i1: or, and.
Value addElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
Value multiplyElements(ImplicitLocOpBuilder &builder, Value lhs, Value rhs);
/// A number of the type `source` (whose sign it has) in a wider or narrower
/// type of the same kind.
Value resizeElement(ImplicitLocOpBuilder &builder, Value element, Type source,
                    Type wanted);
/// An integer of the type `source`, moved into [0, limit], as an index.
Value clampedIndex(ImplicitLocOpBuilder &builder, Value element, Type source,
                   int64_t limit);
/// An integer of the type `source` as i64; what does not fit is made its
/// largest number.
Value wideIndex(ImplicitLocOpBuilder &builder, Value element, Type source);

/// Row-major number of the element at `indices` of a tensor of this shape.
Value rowMajor(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> shape,
               ValueRange indices);

/// Body of a loop: computes the values to carry from indices and carried
/// values.
using LoopBody = function_ref<SmallVector<Value>(
    ImplicitLocOpBuilder &builder, ValueRange indices, ValueRange carried)>;
/// scf.for nest over [0, sizes), last loop innermost.
SmallVector<Value> loopOver(ImplicitLocOpBuilder &builder,
                            ArrayRef<int64_t> sizes, ValueRange inits,
                            LoopBody body);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_STRUCTURED_H
