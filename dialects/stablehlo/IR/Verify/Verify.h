// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks shared by the verifiers of many ops. Messages are built only on an
// error.
#ifndef DIALECTS_STABLEHLO_IR_VERIFY_VERIFY_H
#define DIALECTS_STABLEHLO_IR_VERIFY_VERIFY_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"

namespace mlir::amp::stablehlo {

inline RankedTensorType tensorOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}
inline RankedTensorType tensorOf(Type type) {
  return cast<RankedTensorType>(type);
}
inline ArrayRef<int64_t> shapeOf(Value value) {
  return tensorOf(value).getShape();
}
/// Returns true if the sizes may be equal at run time.
inline bool fits(int64_t lhs, int64_t rhs) {
  return lhs == rhs || ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs);
}
/// Returns the dimensions in [0, rank) that are in none of `lists`, in order.
SmallVector<int64_t> otherDims(int64_t rank, ArrayRef<ArrayRef<int64_t>> lists);

LogicalResult expectCount(Operation *op, StringRef what, int64_t wanted,
                          int64_t found);
/// Expects equal element types, regardless of shapes.
LogicalResult expectElement(Operation *op, StringRef what, Type wanted,
                            Type found);
/// Expects a shape compatible with `wanted`.
LogicalResult expectShape(Operation *op, StringRef what,
                          ArrayRef<int64_t> wanted, RankedTensorType found);
LogicalResult expectRank(Operation *op, StringRef what, int64_t wanted,
                         RankedTensorType found);
/// Expects `low <= dim < high`.
LogicalResult expectDim(Operation *op, StringRef what, int64_t dim, int64_t low,
                        int64_t high);
/// Expects unique dimensions in [0, rank).
LogicalResult expectDims(Operation *op, StringRef what, ArrayRef<int64_t> dims,
                         int64_t rank);
LogicalResult expectSorted(Operation *op, StringRef what,
                           ArrayRef<int64_t> dims);
/// Expects each value to be at least `low`.
LogicalResult expectAtLeast(Operation *op, StringRef what,
                            ArrayRef<int64_t> values, int64_t low);
/// Expects consistent quantization of a contraction: if one type is quantized,
/// operand B is, operand A is exactly if the result is, and expressed types are
/// equal.
LogicalResult expectFactors(Operation *op, Type lhs, Type rhs, Type result);
/// Expects at most one precision per operand of a contraction.
LogicalResult expectPrecisions(Operation *op,
                               std::optional<ArrayAttr> precision);
/// Expects one region argument per type, of compatible type.
LogicalResult expectArguments(Operation *op, Region &region, TypeRange wanted);
/// Expects compatible types of the operands of the region's terminator.
LogicalResult expectReturns(Operation *op, Region &region, TypeRange wanted);

/// Expects a function `(E…, E…) -> (E…)` that combines elements of `inputs`
/// with elements of `inits`. Each E may be wider than both. E is a scalar or,
/// as in upstream, has a subsequence of `sizes` as its shape.
LogicalResult expectReducer(Operation *op, Region &region, TypeRange inputs,
                            TypeRange inits, ArrayRef<int64_t> sizes = {});
/// Expects results with the element types that the reducer returns.
LogicalResult expectReduced(Operation *op, Region &region, TypeRange results);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_VERIFY_VERIFY_H
