// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that the verifiers of many ops share. No message is built without an
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
/// Sizes that can be one size at run time.
inline bool fits(int64_t lhs, int64_t rhs) {
  return lhs == rhs || ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs);
}
/// Dimensions of [0, rank) that are in none of `lists`, in order.
SmallVector<int64_t> otherDims(int64_t rank, ArrayRef<ArrayRef<int64_t>> lists);

LogicalResult expectCount(Operation *op, StringRef what, int64_t wanted,
                          int64_t found);
/// Types of one element type, whatever their shapes.
LogicalResult expectElement(Operation *op, StringRef what, Type wanted,
                            Type found);
/// A shape that fits `wanted`.
LogicalResult expectShape(Operation *op, StringRef what,
                          ArrayRef<int64_t> wanted, RankedTensorType found);
LogicalResult expectRank(Operation *op, StringRef what, int64_t wanted,
                         RankedTensorType found);
/// `low <= dim < high`
LogicalResult expectDim(Operation *op, StringRef what, int64_t dim, int64_t low,
                        int64_t high);
/// Every dim in [0, rank) and none twice.
LogicalResult expectDims(Operation *op, StringRef what, ArrayRef<int64_t> dims,
                         int64_t rank);
LogicalResult expectSorted(Operation *op, StringRef what,
                           ArrayRef<int64_t> dims);
/// Every value at least `low`.
LogicalResult expectAtLeast(Operation *op, StringRef what,
                            ArrayRef<int64_t> values, int64_t low);
/// A quantized product has a quantized right side, a left side that is
/// quantized as the result is, and one float type.
LogicalResult expectFactors(Operation *op, Type lhs, Type rhs, Type result);
/// At most one precision per operand of a contraction.
LogicalResult expectPrecisions(Operation *op,
                               std::optional<ArrayAttr> precision);
/// One region argument per type, of compatible type.
LogicalResult expectArguments(Operation *op, Region &region, TypeRange wanted);
/// Checks that the operands of the region's terminator have compatible types.
LogicalResult expectReturns(Operation *op, Region &region, TypeRange wanted);

/// A function `(E…, E…) -> (E…)` that folds values of the element types of
/// `inputs` with those of `inits`; each E may be wider than both. It is a
/// scalar, or has some of `sizes`, as upstream has it.
LogicalResult expectReducer(Operation *op, Region &region, TypeRange inputs,
                            TypeRange inits, ArrayRef<int64_t> sizes = {});
/// Results with the element types that a reducer gives.
LogicalResult expectReduced(Operation *op, Region &region, TypeRange results);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_VERIFY_VERIFY_H
