// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

/// (C1) of all slice ops
template <typename SliceOp> static LogicalResult expectSameElement(SliceOp op) {
  return stablehlo::expectElement(op, "a result", op.getOperand().getType(),
                                  op.getResult().getType());
}

LogicalResult stablehlo::SliceOp::verify() {
  auto operand = tensorOf(getOperand());
  if (failed(expectSameElement(*this)))
    return failure();
  // (C2)
  for (ArrayRef<int64_t> list :
       {getStartIndices(), getLimitIndices(), getStrides()})
    if (failed(expectCount(*this, "starts, limits and strides",
                           operand.getRank(), list.size())))
      return failure();
  // (C4)
  if (failed(expectAtLeast(*this, "strides", getStrides(), 1)))
    return failure();
  // (C3) (C5)
  SmallVector<int64_t> shape;
  for (auto [size, start, limit, stride] :
       llvm::zip_equal(operand.getShape(), getStartIndices(), getLimitIndices(),
                       getStrides())) {
    if (start < 0 || limit < start ||
        (!ShapedType::isDynamic(size) && limit > size))
      return emitOpError("expects 0 <= start <= limit <= ")
             << size << ", but got " << start << ":" << limit;
    int64_t length = limit - start;
    shape.push_back(length / stride + (length % stride != 0));
  }
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::RealDynamicSliceOp::verify() {
  int64_t rank = tensorOf(getOperand()).getRank();
  if (failed(expectSameElement(*this)))
    return failure();
  RankedTensorType starts = tensorOf(getStartIndices());
  for (Value list : {getLimitIndices(), getStrides()})
    if (list.getType() != starts)
      return emitOpError("expects limits and strides of the type of the "
                         "starts, ")
             << starts << ", but got " << list.getType();
  if (starts.isDynamicDim(0))
    return emitOpError("expects as many starts as dimensions, but got ")
           << starts;
  return expectCount(*this, "starts, limits and strides", rank,
                     starts.getDimSize(0));
}

/// dynamic_slice (C2) (C3), dynamic_update_slice (C4) (C5)
static LogicalResult verifyStarts(Operation *op, ValueRange starts,
                                  int64_t rank) {
  using namespace stablehlo;
  if (failed(expectCount(op, "starts", rank, starts.size())))
    return failure();
  for (Value start : starts)
    if (failed(
            expectElement(op, "starts", starts[0].getType(), start.getType())))
      return failure();
  return success();
}

/// size <= whole, in each dimension
static LogicalResult verifyParts(Operation *op, ArrayRef<int64_t> parts,
                                 RankedTensorType whole) {
  for (auto [part, size] : llvm::zip_equal(parts, whole.getShape()))
    if (!ShapedType::isDynamic(part) && !ShapedType::isDynamic(size) &&
        part > size)
      return op->emitOpError("expects a part of ")
             << whole << ", but got size " << part;
  return success();
}

LogicalResult stablehlo::DynamicSliceOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C1) (C2) (C3)
  if (failed(expectSameElement(*this)) ||
      failed(verifyStarts(*this, getStartIndices(), operand.getRank())) ||
      failed(expectCount(*this, "sizes", operand.getRank(),
                         getSliceSizes().size())) ||
      failed(expectAtLeast(*this, "sizes", getSliceSizes(), 0)))
    return failure();
  // (C4) (C5)
  if (failed(verifyParts(*this, getSliceSizes(), operand)))
    return failure();
  return expectShape(*this, "a result", getSliceSizes(), tensorOf(getResult()));
}

LogicalResult stablehlo::DynamicUpdateSliceOp::verify() {
  auto operand = tensorOf(getOperand());
  auto update = tensorOf(getUpdate());
  // (C1) (C2)
  if (failed(expectSameElement(*this)) ||
      failed(expectElement(*this, "an update", operand, update)) ||
      failed(expectShape(*this, "a result", operand.getShape(),
                         tensorOf(getResult()))))
    return failure();
  // (C3) (C4) (C5)
  if (failed(expectRank(*this, "an update", operand.getRank(), update)) ||
      failed(verifyStarts(*this, getStartIndices(), operand.getRank())))
    return failure();
  // (C6)
  return verifyParts(*this, update.getShape(), operand);
}
