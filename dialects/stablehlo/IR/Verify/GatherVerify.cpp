// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gather and scatter are inverse to each other: their dimension numbers are the
// same, under different names.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Dimension numbers, named as in gather.
struct Numbers {
  ArrayRef<int64_t> offset, collapsed, batching, indexBatching, indexMap;
  int64_t vectorDim;
};
} // namespace

/// Returns the number of integers in one index vector.
static int64_t indexSize(RankedTensorType indices, int64_t vectorDim) {
  return vectorDim < indices.getRank() ? indices.getDimSize(vectorDim) : 1;
}

/// gather (C1)-(C19) except slice sizes, scatter (C2) (C7)-(C22). `window` is
/// the rank of the tensor whose `offset` dimensions are the slices.
static LogicalResult verifyNumbers(Operation *op, const Numbers &numbers,
                                   RankedTensorType operand,
                                   RankedTensorType indices, int64_t window) {
  using namespace stablehlo;
  int64_t rank = operand.getRank();
  if (failed(expectDim(op, "an index vector dimension", numbers.vectorDim, 0,
                       indices.getRank() + 1)))
    return failure();
  int64_t size = indexSize(indices, numbers.vectorDim);
  if (!fits(size, numbers.indexMap.size()))
    return expectCount(op, "mapped index dimensions", size,
                       numbers.indexMap.size());
  SmallVector<int64_t> dropped(numbers.collapsed), mapped(numbers.indexMap);
  llvm::append_range(dropped, numbers.batching);
  llvm::append_range(mapped, numbers.batching);
  if (failed(expectCount(op, "window and dropped dimensions", rank,
                         numbers.offset.size() + dropped.size())) ||
      failed(expectDims(op, "window dimensions", numbers.offset, window)) ||
      failed(expectSorted(op, "window dimensions", numbers.offset)) ||
      failed(expectDims(op, "dropped dimensions", dropped, rank)) ||
      failed(expectSorted(op, "dropped dimensions", numbers.collapsed)) ||
      failed(expectSorted(op, "batching dimensions", numbers.batching)) ||
      failed(expectDims(op, "mapped and batching dimensions", mapped, rank)) ||
      failed(expectDims(op, "batching dimensions of the indices",
                        numbers.indexBatching, indices.getRank())))
    return failure();
  if (llvm::is_contained(numbers.indexBatching, numbers.vectorDim))
    return op->emitOpError("expects an index vector dimension that is no "
                           "batching dimension, but got ")
           << numbers.vectorDim;
  if (failed(expectCount(op, "batching dimensions of the indices",
                         numbers.batching.size(),
                         numbers.indexBatching.size())))
    return failure();
  for (auto [dim, index] :
       llvm::zip_equal(numbers.batching, numbers.indexBatching))
    if (!fits(operand.getDimSize(dim), indices.getDimSize(index)))
      return op->emitOpError("expects batching dimensions of one size, but got "
                             "dimension ")
             << dim << " of " << operand << " and dimension " << index << " of "
             << indices;
  return success();
}

/// gather (C22), scatter (C4): sizes of the indices without the index vector,
/// with the window sizes inserted at the offset dimensions.
static SmallVector<int64_t> combine(const Numbers &numbers,
                                    RankedTensorType indices,
                                    ArrayRef<int64_t> windowSizes,
                                    int64_t rank) {
  SmallVector<int64_t> shape;
  int64_t nextWindow = 0, nextIndex = 0;
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (llvm::is_contained(numbers.offset, dim)) {
      shape.push_back(windowSizes[nextWindow++]);
      continue;
    }
    nextIndex += nextIndex == numbers.vectorDim;
    shape.push_back(indices.getDimSize(nextIndex++));
  }
  return shape;
}

/// Returns the rank of the shape that `combine` returns.
static int64_t combinedRank(const Numbers &numbers, RankedTensorType indices) {
  bool hasVector = numbers.vectorDim < indices.getRank();
  return numbers.offset.size() + indices.getRank() - hasVector;
}

/// Verifies gather with `sizes`, or dynamic_gather with dynamic sizes.
static LogicalResult
verifyGather(Operation *op, stablehlo::GatherDimensionNumbersAttr attr,
             RankedTensorType operand, RankedTensorType indices,
             RankedTensorType result, ArrayRef<int64_t> sizes) {
  using namespace stablehlo;
  Numbers numbers{
      attr.getOffsetDims(),          attr.getCollapsedSliceDims(),
      attr.getOperandBatchingDims(), attr.getStartIndicesBatchingDims(),
      attr.getStartIndexMap(),       attr.getIndexVectorDim()};
  // (C23)
  if (failed(expectElement(op, "a result", operand, result)))
    return failure();
  int64_t rank = combinedRank(numbers, indices);
  if (failed(verifyNumbers(op, numbers, operand, indices, rank)))
    return failure();
  // (C9) (C12) (C21)
  SmallVector<int64_t> windowSizes;
  for (auto [dim, size, whole] : llvm::enumerate(sizes, operand.getShape())) {
    int64_t index = dim;
    bool dropped = llvm::is_contained(numbers.collapsed, index) ||
                   llvm::is_contained(numbers.batching, index);
    if (!ShapedType::isDynamic(size) &&
        ((dropped && size > 1) ||
         (!ShapedType::isDynamic(whole) && size > whole)))
      return op->emitOpError("expects a slice of dimension ")
             << index << " of " << operand << ", but got size " << size;
    if (!dropped)
      windowSizes.push_back(size);
  }
  // (C22)
  return expectShape(op, "a result",
                     combine(numbers, indices, windowSizes, rank), result);
}

LogicalResult stablehlo::GatherOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C20)
  if (failed(expectCount(*this, "slice sizes", operand.getRank(),
                         getSliceSizes().size())) ||
      failed(expectAtLeast(*this, "slice sizes", getSliceSizes(), 0)))
    return failure();
  return verifyGather(*this, getDimensionNumbers(), operand,
                      tensorOf(getStartIndices()), tensorOf(getResult()),
                      getSliceSizes());
}

LogicalResult stablehlo::DynamicGatherOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C20)
  if (failed(expectShape(*this, "slice sizes", operand.getRank(),
                         tensorOf(getSliceSizes()))))
    return failure();
  SmallVector<int64_t> sizes(operand.getRank(), ShapedType::kDynamic);
  return verifyGather(*this, getDimensionNumbers(), operand,
                      tensorOf(getStartIndices()), tensorOf(getResult()),
                      sizes);
}

LogicalResult stablehlo::ScatterOp::verifyRegions() {
  ScatterDimensionNumbersAttr attr = getScatterDimensionNumbers();
  Numbers numbers{
      attr.getUpdateWindowDims(),         attr.getInsertedWindowDims(),
      attr.getInputBatchingDims(),        attr.getScatterIndicesBatchingDims(),
      attr.getScatterDimsToOperandDims(), attr.getIndexVectorDim()};
  // (C5)
  if (getInputs().empty())
    return emitOpError("expects inputs, but got none");
  if (failed(
          expectCount(*this, "results", getInputs().size(), getNumResults())) ||
      failed(expectCount(*this, "operands", 2 * getInputs().size() + 1,
                         getNumOperands())))
    return failure();
  // (C1) (C3)
  auto input = tensorOf(getInputs()[0]);
  auto update = tensorOf(getUpdates()[0]);
  auto indices = tensorOf(getScatterIndices());
  for (Value other : getInputs().drop_front())
    if (failed(expectShape(*this, "inputs", input.getShape(), tensorOf(other))))
      return failure();
  for (Value other : getUpdates().drop_front())
    if (failed(
            expectShape(*this, "updates", update.getShape(), tensorOf(other))))
      return failure();
  // (C2) (C7)-(C22)
  if (failed(verifyNumbers(*this, numbers, input, indices, update.getRank())))
    return failure();
  if (failed(
          expectRank(*this, "updates", combinedRank(numbers, indices), update)))
    return failure();
  // (C4): a window may be smaller than the dimensions that it updates
  SmallVector<int64_t> windowSizes;
  for (int64_t dim : numbers.offset)
    windowSizes.push_back(update.getDimSize(dim));
  SmallVector<int64_t> kept =
      otherDims(input.getRank(), {numbers.collapsed, numbers.batching});
  for (auto [size, dim] : llvm::zip_equal(windowSizes, kept)) {
    int64_t whole = input.getDimSize(dim);
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(whole) &&
        size > whole)
      return emitOpError("expects windows of at most ")
             << whole << ", but got " << size;
  }
  if (failed(expectShape(
          *this, "updates",
          combine(numbers, indices, windowSizes, update.getRank()), update)))
    return failure();
  // (C6) (C23) (C25)
  if (failed(expectReducer(*this, getUpdateComputation(),
                           getInputs().getTypes(), getUpdates().getTypes())) ||
      failed(expectReduced(*this, getUpdateComputation(), getResultTypes())))
    return failure();
  // (C24)
  for (auto [operand, result] : llvm::zip_equal(getInputs(), getResults()))
    if (failed(
            expectShape(*this, "a result", shapeOf(operand), tensorOf(result))))
      return failure();
  return success();
}
