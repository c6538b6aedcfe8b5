// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Verify/Verify.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::amp;

SmallVector<int64_t> stablehlo::otherDims(int64_t rank,
                                          ArrayRef<ArrayRef<int64_t>> lists) {
  SmallVector<int64_t> others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (llvm::none_of(lists, [&](ArrayRef<int64_t> list) {
          return llvm::is_contained(list, dim);
        }))
      others.push_back(dim);
  return others;
}

LogicalResult stablehlo::expectCount(Operation *op, StringRef what,
                                     int64_t wanted, int64_t found) {
  if (wanted == found)
    return success();
  return op->emitOpError("expects ")
         << wanted << " " << what << ", but got " << found;
}

LogicalResult stablehlo::expectElement(Operation *op, StringRef what,
                                       Type wanted, Type found) {
  wanted = getElementTypeOrSelf(wanted);
  found = getElementTypeOrSelf(found);
  if (sameElement(wanted, found))
    return success();
  return op->emitOpError("expects ")
         << what << " of element type " << wanted << ", but got " << found;
}

/// Prints `2x?x3`. The sizes need not form a valid type.
static void appendShape(InFlightDiagnostic &error, ArrayRef<int64_t> shape) {
  llvm::interleave(
      shape,
      [&](int64_t size) {
        if (ShapedType::isDynamic(size))
          error << "?";
        else if (size < 0)
          error << "(over 64 bits)";
        else
          error << size;
      },
      [&] { error << "x"; });
}

LogicalResult stablehlo::expectShape(Operation *op, StringRef what,
                                     ArrayRef<int64_t> wanted,
                                     RankedTensorType found) {
  if (succeeded(verifyCompatibleShape(wanted, found.getShape())))
    return success();
  InFlightDiagnostic error = op->emitOpError("expects ") << what;
  error << (wanted.empty() ? " that is a scalar" : " of shape ");
  appendShape(error, wanted);
  return error << ", but got " << found;
}

LogicalResult stablehlo::expectRank(Operation *op, StringRef what,
                                    int64_t wanted, RankedTensorType found) {
  if (found.getRank() == wanted)
    return success();
  return op->emitOpError("expects ")
         << what << " of rank " << wanted << ", but got " << found;
}

LogicalResult stablehlo::expectDim(Operation *op, StringRef what, int64_t dim,
                                   int64_t low, int64_t high) {
  if (low <= dim && dim < high)
    return success();
  return op->emitOpError("expects ")
         << what << " in [" << low << ", " << high << "), but got " << dim;
}

LogicalResult stablehlo::expectDims(Operation *op, StringRef what,
                                    ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int64_t dim : dims) {
    if (failed(expectDim(op, what, dim, 0, rank)))
      return failure();
    if (seen.test(dim))
      return op->emitOpError("expects each of ")
             << what << " once, but got " << dim << " again";
    seen.set(dim);
  }
  return success();
}

LogicalResult stablehlo::expectSorted(Operation *op, StringRef what,
                                      ArrayRef<int64_t> dims) {
  if (llvm::is_sorted(dims))
    return success();
  return op->emitOpError("expects ")
         << what << " in ascending order, but got [" << dims << "]";
}

LogicalResult stablehlo::expectAtLeast(Operation *op, StringRef what,
                                       ArrayRef<int64_t> values, int64_t low) {
  for (int64_t value : values)
    if (value < low)
      return op->emitOpError("expects ")
             << what << " of at least " << low << ", but got " << value;
  return success();
}

LogicalResult stablehlo::expectArguments(Operation *op, Region &region,
                                         TypeRange wanted) {
  if (region.getNumArguments() != wanted.size())
    return op->emitOpError("expects a region of ")
           << wanted.size() << " arguments, but got "
           << region.getNumArguments();
  for (auto [argument, type] :
       llvm::zip_equal(region.getArgumentTypes(), wanted))
    if (!sameType(argument, type))
      return op->emitOpError("expects a region argument that fits ")
             << type << ", but got " << argument;
  return success();
}

LogicalResult stablehlo::expectReturns(Operation *op, Region &region,
                                       TypeRange wanted) {
  TypeRange found = region.front().getTerminator()->getOperandTypes();
  if (found.size() != wanted.size())
    return op->emitOpError("expects a region that returns ")
           << wanted.size() << " values, but got " << found.size();
  for (auto [value, type] : llvm::zip_equal(found, wanted))
    if (!sameType(value, type))
      return op->emitOpError("expects a region that returns what fits ")
             << type << ", but got " << value;
  return success();
}

/// Upstream accepts shorter lists too, although (C11) requires 2.
LogicalResult stablehlo::expectPrecisions(Operation *op,
                                          std::optional<ArrayAttr> precision) {
  if (!precision || precision->size() <= 2)
    return success();
  return op->emitOpError("expects a precision for each operand, but got ")
         << precision->size();
}

/// Returns the expressed type of a quantized type, else the type itself.
static Type expressedOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  return quantized ? quantized.getExpressedType() : element;
}

LogicalResult stablehlo::expectFactors(Operation *op, Type lhs, Type rhs,
                                       Type result) {
  auto left = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(lhs));
  auto right = dyn_cast<quant::QuantizedType>(getElementTypeOrSelf(rhs));
  bool made = isa<quant::QuantizedType>(getElementTypeOrSelf(result));
  if (!left && !right && !made)
    return success();
  if (!right || (left != nullptr) != made)
    return op->emitOpError("expects a quantized right side, and a left side "
                           "quantized as the result is, but got ")
           << lhs << ", " << rhs << " and " << result;
  Type expressed = expressedOf(rhs);
  if (expressedOf(lhs) != expressed || expressedOf(result) != expressed ||
      (left && left.getStorageType() != right.getStorageType()))
    return op->emitOpError("expects sides that are stored alike and stand for "
                           "one float type, as the result does, but got ")
           << lhs << ", " << rhs << " and " << result;
  return success();
}
