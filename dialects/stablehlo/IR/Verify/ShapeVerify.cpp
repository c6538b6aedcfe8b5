// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp;

/// broadcast_in_dim (C2)-(C5): operand dimension i is result dimension dims[i].
static LogicalResult verifyBroadcast(Operation *op, RankedTensorType operand,
                                     ArrayRef<int64_t> dims,
                                     RankedTensorType result) {
  using namespace stablehlo;
  if (failed(expectCount(op, "broadcast dimensions", operand.getRank(),
                         dims.size())) ||
      failed(expectDims(op, "broadcast dimensions", dims, result.getRank())))
    return failure();
  for (auto [index, dim] : llvm::enumerate(dims)) {
    int64_t size = operand.getDimSize(index);
    if (size != 1 && !fits(size, result.getDimSize(dim)))
      return op->emitOpError("expects dimension ")
             << index << " to have size 1 or " << result.getDimSize(dim)
             << ", but got " << size;
  }
  return success();
}

LogicalResult stablehlo::BroadcastInDimOp::verify() {
  return verifyBroadcast(*this, tensorOf(getOperand()),
                         getBroadcastDimensions(), tensorOf(getResult()));
}

LogicalResult stablehlo::BroadcastOp::verify() {
  if (failed(expectAtLeast(*this, "broadcast sizes", getBroadcastSizes(), 0)))
    return failure();
  SmallVector<int64_t> shape(getBroadcastSizes());
  llvm::append_range(shape, shapeOf(getOperand()));
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

/// Accepts quantized types on either side without a check, as upstream does.
static LogicalResult expectSameElement(Operation *op, RankedTensorType operand,
                                       RankedTensorType result) {
  Type from = operand.getElementType(), to = result.getElementType();
  if (isa<quant::QuantizedType>(from) || isa<quant::QuantizedType>(to))
    return success();
  return stablehlo::expectElement(op, "a result", from, to);
}

LogicalResult stablehlo::DynamicBroadcastInDimOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C1)
  if (failed(expectSameElement(*this, operand, tensorOf(getResult()))))
    return failure();
  // (C8)-(C10)
  SmallVector<int64_t> known(
      getKnownExpandingDimensions().value_or(ArrayRef<int64_t>()));
  llvm::append_range(
      known, getKnownNonexpandingDimensions().value_or(ArrayRef<int64_t>()));
  if (failed(expectDims(*this, "known dimensions", known, operand.getRank())))
    return failure();
  return verifyBroadcast(*this, operand, getBroadcastDimensions(),
                         tensorOf(getResult()));
}

/// Returns nullopt if a size is dynamic or the product overflows 64 bits.
static std::optional<int64_t> countElements(RankedTensorType type) {
  if (!type.hasStaticShape())
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : type.getShape())
    if (count)
      count = llvm::checkedMul(*count, size);
  return count;
}

static LogicalResult expectSameCount(Operation *op, RankedTensorType operand,
                                     RankedTensorType result) {
  auto wanted = countElements(operand), found = countElements(result);
  return wanted && found
             ? stablehlo::expectCount(op, "elements", *wanted, *found)
             : success();
}

LogicalResult stablehlo::ReshapeOp::verify() {
  // (C2)
  return expectSameCount(*this, tensorOf(getOperand()), tensorOf(getResult()));
}

LogicalResult stablehlo::DynamicReshapeOp::verify() {
  auto operand = tensorOf(getOperand()), result = tensorOf(getResult());
  // (C1) (C3)
  if (failed(expectSameElement(*this, operand, result)) ||
      failed(expectSameCount(*this, operand, result)))
    return failure();
  return expectCount(*this, "sizes", result.getRank(),
                     tensorOf(getOutputShape()).getDimSize(0));
}

LogicalResult stablehlo::TransposeOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C2)
  if (failed(expectCount(*this, "dimensions", operand.getRank(),
                         getPermutation().size())) ||
      failed(
          expectDims(*this, "dimensions", getPermutation(), operand.getRank())))
    return failure();
  // (C3)
  SmallVector<int64_t> shape;
  for (int64_t dim : getPermutation())
    shape.push_back(operand.getDimSize(dim));
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::ReverseOp::verify() {
  // (C2) (C3)
  return expectDims(*this, "dimensions", getDimensions(),
                    tensorOf(getOperand()).getRank());
}

LogicalResult stablehlo::ConcatenateOp::verify() {
  // (C3)
  if (getInputs().empty())
    return emitOpError("expects inputs, but got none");
  auto first = tensorOf(getInputs()[0]);
  int64_t dim = getDimension();
  // (C4)
  if (failed(expectDim(*this, "a dimension", dim, 0, first.getRank())))
    return failure();
  // (C2) (C6)
  SmallVector<int64_t> shape(first.getShape());
  int64_t sum = 0;
  for (Value input : getInputs()) {
    auto type = tensorOf(input);
    if (failed(expectRank(*this, "inputs", first.getRank(), type)))
      return failure();
    int64_t size = type.getDimSize(dim);
    shape[dim] = size;
    if (failed(expectShape(*this, "inputs", shape, type)))
      return failure();
    for (auto [known, found] : llvm::zip_equal(shape, type.getShape()))
      if (ShapedType::isDynamic(known))
        known = found;
    sum = ShapedType::isDynamic(size) || ShapedType::isDynamic(sum)
              ? ShapedType::kDynamic
              : llvm::checkedAdd(sum, size).value_or(-1);
  }
  shape[dim] = sum;
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::IotaOp::verify() {
  // (C1)
  return expectDim(*this, "a dimension", getIotaDimension(), 0,
                   tensorOf(getOutput()).getRank());
}

LogicalResult stablehlo::DynamicIotaOp::verify() {
  // (C1)
  return expectDim(*this, "a dimension", getIotaDimension(), 0,
                   tensorOf(getResult()).getRank());
}

LogicalResult stablehlo::GetDimensionSizeOp::verify() {
  // (C1)
  return expectDim(*this, "a dimension", getDimension(), 0,
                   tensorOf(getOperand()).getRank());
}

LogicalResult stablehlo::SetDimensionSizeOp::verify() {
  auto operand = tensorOf(getOperand());
  int64_t dim = getDimension();
  if (failed(expectDim(*this, "a dimension", dim, 0, operand.getRank())) ||
      failed(expectElement(*this, "a result", operand, getResult().getType())))
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  shape[dim] = ShapedType::kDynamic;
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}
