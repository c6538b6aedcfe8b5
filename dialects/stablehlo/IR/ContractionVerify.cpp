// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::amp;

/// Upstream takes a short list too, although (C11) says 2.
static LogicalResult verifyPrecision(Operation *op,
                                     std::optional<ArrayAttr> precision) {
  if (!precision || precision->size() <= 2)
    return success();
  return op->emitOpError("expects a precision for each operand, but got ")
         << precision->size();
}

/// Marks the batching and contracting dimensions of one side.
static LogicalResult markDims(Operation *op, StringRef what,
                              ArrayRef<int64_t> batching,
                              ArrayRef<int64_t> contracting, int64_t rank,
                              llvm::SmallBitVector &marked) {
  marked.resize(rank);
  for (ArrayRef<int64_t> dims : {batching, contracting})
    for (int64_t dim : dims) {
      if (failed(stablehlo::expectDim(op, what, dim, 0, rank)))
        return failure();
      if (marked.test(dim))
        return op->emitOpError("expects each of ")
               << what << " once, but got " << dim << " again";
      marked.set(dim);
    }
  return success();
}

static LogicalResult expectEqualDims(Operation *op, StringRef what,
                                     RankedTensorType lhs,
                                     ArrayRef<int64_t> lhsDims,
                                     RankedTensorType rhs,
                                     ArrayRef<int64_t> rhsDims) {
  for (auto [left, right] : llvm::zip_equal(lhsDims, rhsDims))
    if (!stablehlo::fits(lhs.getDimSize(left), rhs.getDimSize(right)))
      return op->emitOpError("expects ")
             << what << " of one size, but got dimension " << left << " of "
             << lhs << " and dimension " << right << " of " << rhs;
  return success();
}

LogicalResult stablehlo::DotGeneralOp::verify() {
  auto lhs = tensorOf(getLhs());
  auto rhs = tensorOf(getRhs());
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = numbers.getRhsContractingDimensions();
  // (C1) (C2)
  if (failed(expectCount(*this, "batching dimensions on the right",
                         lhsBatch.size(), rhsBatch.size())) ||
      failed(expectCount(*this, "contracting dimensions on the right",
                         lhsContract.size(), rhsContract.size())))
    return failure();
  // (C3)-(C8)
  llvm::SmallBitVector lhsMarked, rhsMarked;
  if (failed(markDims(*this, "dimensions on the left", lhsBatch, lhsContract,
                      lhs.getRank(), lhsMarked)) ||
      failed(markDims(*this, "dimensions on the right", rhsBatch, rhsContract,
                      rhs.getRank(), rhsMarked)))
    return failure();
  // (C9) (C10) (C11)
  if (failed(expectEqualDims(*this, "batching dimensions", lhs, lhsBatch, rhs,
                             rhsBatch)) ||
      failed(expectEqualDims(*this, "contracting dimensions", lhs, lhsContract,
                             rhs, rhsContract)) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  // (C22)-(C24)
  if (DotAlgorithmAttr algorithm = getAlgorithmAttr())
    if (failed(expectAtLeast(*this, "counts of the algorithm",
                             {algorithm.getLhsComponentCount(),
                              algorithm.getRhsComponentCount(),
                              algorithm.getNumPrimitiveOperations()},
                             1)))
      return failure();
  // (C12). The element types may differ: the result may be wider, and what
  // is widened or rounded is the dot algorithm's or the backend's choice.
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim : lhsMarked.flip().set_bits())
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim : rhsMarked.flip().set_bits())
    shape.push_back(rhs.getDimSize(dim));
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::DotOp::verify() {
  auto lhs = tensorOf(getLhs());
  auto rhs = tensorOf(getRhs());
  for (auto type : {lhs, rhs})
    if (type.getRank() != 1 && type.getRank() != 2)
      return emitOpError("expects operands of rank 1 or 2, but got ") << type;
  int64_t last = lhs.getRank() - 1;
  if (failed(expectEqualDims(*this, "contracting dimensions", lhs, last, rhs,
                             int64_t(0))) ||
      failed(verifyPrecision(*this, getPrecisionConfig())))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

/// `count > 0`, and size is a multiple of it.
static LogicalResult expectMultiple(Operation *op, StringRef what, int64_t size,
                                    int64_t count) {
  if (ShapedType::isDynamic(size) || size % count == 0)
    return success();
  return op->emitOpError("expects ")
         << what << " of a multiple of " << count << ", but got " << size;
}

/// convolution and dynamic_conv (C1)-(C26); a null padding is dynamic.
template <typename ConvOp>
static LogicalResult verifyConvolution(ConvOp op, DenseIntElementsAttr padding,
                                       bool dynamicPadding) {
  using namespace stablehlo;
  auto lhs = tensorOf(op.getLhs());
  auto rhs = tensorOf(op.getRhs());
  auto result = tensorOf(op.getResult());
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t rank = lhs.getRank();
  // (C1)
  if (failed(expectRank(op, "a kernel", rank, rhs)))
    return failure();
  // (C12) (C17) (C19); the attribute itself holds (C13) (C18) (C20)
  for (ArrayRef<int64_t> dims : {numbers.getInputSpatialDimensions(),
                                 numbers.getKernelSpatialDimensions(),
                                 numbers.getOutputSpatialDimensions()})
    if (failed(expectCount(op, "spatial dimensions", rank - 2, dims.size())))
      return failure();
  // (C2)-(C9)
  SmallVector<int64_t> kernel;
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    kernel.push_back(rhs.getDimSize(dim));
  // A window whose padding is not known is taken on trust, as upstream does.
  FailureOr<SmallVector<WindowDim>> windows =
      SmallVector<WindowDim>(kernel.size());
  if (!dynamicPadding)
    windows = expectWindow(op, kernel, op.getWindowStrides(), padding,
                           op.getLhsDilation(), op.getRhsDilation());
  if (failed(windows))
    return failure();
  auto reversal = op.getWindowReversal();
  if (reversal && !reversal->empty() && !dynamicPadding &&
      failed(expectCount(op, "window reversals", rank - 2, reversal->size())))
    return failure();
  // (C21)-(C23)
  int64_t features = op.getFeatureGroupCount();
  int64_t batches = op.getBatchGroupCount();
  if (failed(expectAtLeast(op, "group counts", {features, batches}, 1)))
    return failure();
  if (features > 1 && batches > 1)
    return op.emitOpError("expects groups of features or of batches, but got ")
           << features << " and " << batches;
  // (C10) (C11) (C14)-(C16) (C24)
  int64_t inputBatch = lhs.getDimSize(numbers.getInputBatchDimension());
  int64_t inputFeature = lhs.getDimSize(numbers.getInputFeatureDimension());
  int64_t kernelInput =
      rhs.getDimSize(numbers.getKernelInputFeatureDimension());
  int64_t kernelOutput =
      rhs.getDimSize(numbers.getKernelOutputFeatureDimension());
  if (failed(expectMultiple(op, "a batch", inputBatch, batches)) ||
      failed(expectMultiple(op, "input features", inputFeature, features)) ||
      failed(expectMultiple(op, "output features", kernelOutput, batches)) ||
      failed(expectMultiple(op, "output features", kernelOutput, features)) ||
      failed(verifyPrecision(op, op.getPrecisionConfig())))
    return failure();
  if (!ShapedType::isDynamic(inputFeature) &&
      !fits(kernelInput, inputFeature / features))
    return expectCount(op, "input features in the kernel",
                       inputFeature / features, kernelInput);
  // (C25) (C26)
  if (dynamicPadding)
    return success();
  SmallVector<int64_t> shape(rank);
  shape[numbers.getOutputBatchDimension()] =
      ShapedType::isDynamic(inputBatch) ? inputBatch : inputBatch / batches;
  shape[numbers.getOutputFeatureDimension()] = kernelOutput;
  for (auto [inputDim, outputDim, window] :
       llvm::zip_equal(numbers.getInputSpatialDimensions(),
                       numbers.getOutputSpatialDimensions(), *windows))
    shape[outputDim] = countWindows(lhs.getDimSize(inputDim), window);
  return expectShape(op, "a result", shape, result);
}

LogicalResult stablehlo::ConvolutionOp::verify() {
  return verifyConvolution(*this, getPaddingAttr(), /*dynamicPadding=*/false);
}

LogicalResult stablehlo::DynamicConvOp::verify() {
  int64_t count = tensorOf(getLhs()).getRank() - 2;
  // (C4)
  if (failed(
          expectShape(*this, "a padding", {count, 2}, tensorOf(getPadding()))))
    return failure();
  return verifyConvolution(*this, nullptr, /*dynamicPadding=*/true);
}
