// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad, bitcast_convert and constant: ops whose result type depends on more than
// a shape.
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp;

/// size + max(size - 1, 0) * interior + low + high, or nullopt on overflow.
static std::optional<int64_t> padded(int64_t size, int64_t low, int64_t high,
                                     int64_t interior) {
  auto total =
      llvm::checkedMulAdd(std::max<int64_t>(size - 1, 0), interior, size);
  if (total)
    total = llvm::checkedAdd(*total, low);
  if (total)
    total = llvm::checkedAdd(*total, high);
  return total;
}

LogicalResult stablehlo::PadOp::verify() {
  auto operand = tensorOf(getOperand());
  int64_t rank = operand.getRank();
  if (failed(
          expectRank(*this, "a padding value", 0, tensorOf(getPaddingValue()))))
    return failure();
  // (C2)
  for (ArrayRef<int64_t> list :
       {getEdgePaddingLow(), getEdgePaddingHigh(), getInteriorPadding()})
    if (failed(expectCount(*this, "paddings", rank, list.size())))
      return failure();
  // (C3)
  if (failed(
          expectAtLeast(*this, "interior paddings", getInteriorPadding(), 0)))
    return failure();
  // (C4)
  SmallVector<int64_t> shape(operand.getShape());
  for (auto [size, low, high, interior] :
       llvm::zip_equal(shape, getEdgePaddingLow(), getEdgePaddingHigh(),
                       getInteriorPadding())) {
    if (ShapedType::isDynamic(size))
      continue;
    auto total = padded(size, low, high, interior);
    if (!total || *total < 0)
      return emitOpError("expects paddings that leave a size of at least 0, "
                         "but got low ")
             << low << ", high " << high << ", interior " << interior
             << " for size " << size;
    size = *total;
  }
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::DynamicPadOp::verify() {
  auto operand = tensorOf(getOperand());
  // (C1)
  for (Value value : {getPaddingValue(), getResult()})
    if (failed(expectElement(*this, "a padding value and a result", operand,
                             value.getType())))
      return failure();
  if (failed(expectRank(*this, "a padding value", 0,
                        tensorOf(getPaddingValue()))) ||
      failed(expectRank(*this, "a result", operand.getRank(),
                        tensorOf(getResult()))))
    return failure();
  // (C2)
  auto low = tensorOf(getEdgePaddingLow());
  for (Value list : {getEdgePaddingHigh(), getInteriorPadding()})
    if (list.getType() != low)
      return emitOpError("expects paddings of one type, ")
             << low << ", but got " << list.getType();
  return expectCount(*this, "paddings", operand.getRank(), low.getDimSize(0));
}

/// Returns the bits of one element, with both parts of a complex number.
static int64_t bitsOf(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitsOf(complex.getElementType());
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return quantized.getStorageTypeIntegralWidth();
  return element.getIntOrFloatBitWidth();
}

LogicalResult stablehlo::BitcastConvertOp::verify() {
  auto operand = tensorOf(getOperand());
  auto result = tensorOf(getResult());
  // (C2)
  if (isa<ComplexType>(operand.getElementType()) !=
      isa<ComplexType>(result.getElementType()))
    return emitOpError("expects complex numbers on both sides or on none, but "
                       "got ")
           << operand << " and " << result;
  // (C1): the side with narrower elements has one more dimension, of the
  // ratio's size. As in upstream, elements of equal width may have more
  // trailing dimensions.
  int64_t wide = bitsOf(operand.getElementType());
  int64_t narrow = bitsOf(result.getElementType());
  SmallVector<int64_t> wider(operand.getShape()), other(result.getShape());
  if (wide < narrow) {
    std::swap(wide, narrow);
    std::swap(wider, other);
  }
  if (wide % narrow != 0)
    return emitOpError("expects element sizes that divide, but got ")
           << wide << " and " << narrow << " bits";
  if (wide != narrow)
    wider.push_back(wide / narrow);
  bool sameRank = wide == narrow || wider.size() == other.size();
  if (sameRank && llvm::all_of(llvm::zip(wider, other), [](auto sizes) {
        return fits(std::get<0>(sizes), std::get<1>(sizes));
      }))
    return success();
  return emitOpError("expects shapes of the same bits, but got ")
         << operand << " and " << result;
}

LogicalResult stablehlo::ConstantOp::verify() {
  ShapedType value = getValue().getShapedType();
  auto output = tensorOf(getOutput());
  // (C1): a quantized constant has elements of the storage type
  Type element = output.getElementType();
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    element = quantized.getStorageType();
  bool same = value.getElementType() == element ||
              value.getElementType() == output.getElementType();
  if (same && value.hasRank() && value.getShape() == output.getShape())
    return success();
  return emitOpError("expects a result of the value's type ")
         << value << ", but got " << output;
}
