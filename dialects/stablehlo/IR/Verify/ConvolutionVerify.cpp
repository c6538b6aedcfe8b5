// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/VerifyWindow.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
using namespace mlir::amp;

/// Verifies that `size` is a multiple of `count`.
static LogicalResult expectMultiple(Operation *op, StringRef what, int64_t size,
                                    int64_t count) {
  if (ShapedType::isDynamic(size) || size % count == 0)
    return success();
  return op->emitOpError("expects ")
         << what << " of a multiple of " << count << ", but got " << size;
}

/// convolution and dynamic_conv (C1)-(C26)
template <typename ConvOp> static LogicalResult verifyConvolution(ConvOp op) {
  using namespace stablehlo;
  constexpr bool dynamicPadding = std::is_same_v<ConvOp, DynamicConvOp>;
  auto lhs = tensorOf(op.getLhs());
  auto rhs = tensorOf(op.getRhs());
  auto result = tensorOf(op.getResult());
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t rank = lhs.getRank();
  // (C1)
  if (failed(expectRank(op, "a kernel", rank, rhs)))
    return failure();
  // (C27)-(C33): plain element types are equal, the result may be wider
  if (failed(expectFactors(op, lhs, rhs, result)))
    return failure();
  if (!isQuantElement(lhs.getElementType()) &&
      !isa<quant::QuantizedType>(rhs.getElementType()) &&
      failed(expectElement(op, "a kernel", lhs, rhs)))
    return failure();
  // (C12) (C17) (C19); the attribute's verifier checks (C13) (C18) (C20)
  for (ArrayRef<int64_t> dims : {numbers.getInputSpatialDimensions(),
                                 numbers.getKernelSpatialDimensions(),
                                 numbers.getOutputSpatialDimensions()})
    if (failed(expectCount(op, "spatial dimensions", rank - 2, dims.size())))
      return failure();
  // (C2)-(C9)
  SmallVector<int64_t> kernel;
  for (int64_t dim : numbers.getKernelSpatialDimensions())
    kernel.push_back(rhs.getDimSize(dim));
  // Windows with dynamic padding are not verified, as in upstream.
  FailureOr<SmallVector<WindowDim>> windows =
      SmallVector<WindowDim>(kernel.size());
  if constexpr (!dynamicPadding)
    windows =
        expectWindow(op, kernel, op.getWindowStrides(), op.getPaddingAttr(),
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
      failed(expectPrecisions(op, op.getPrecisionConfig())))
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
  return verifyConvolution(*this);
}

LogicalResult stablehlo::DynamicConvOp::verify() {
  int64_t count = tensorOf(getLhs()).getRank() - 2;
  // (C4)
  if (failed(
          expectShape(*this, "a padding", {count, 2}, tensorOf(getPadding()))))
    return failure();
  return verifyConvolution(*this);
}
