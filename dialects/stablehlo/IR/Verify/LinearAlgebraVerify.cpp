// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

/// cholesky (C2) (C3), triangular_solve (C2) (C3)
static LogicalResult expectSquare(Operation *op, RankedTensorType a) {
  int64_t rank = a.getRank();
  if (rank >= 2 &&
      stablehlo::fits(a.getDimSize(rank - 2), a.getDimSize(rank - 1)))
    return success();
  return op->emitOpError("expects square matrices, but got ") << a;
}

LogicalResult stablehlo::CholeskyOp::verify() {
  return expectSquare(*this, tensorOf(getA()));
}

LogicalResult stablehlo::TriangularSolveOp::verify() {
  auto a = tensorOf(getA());
  auto b = tensorOf(getB());
  int64_t rank = a.getRank();
  if (failed(expectSquare(*this, a)) ||
      failed(expectRank(*this, "a right side", rank, b)))
    return failure();
  SmallVector<int64_t> shape(b.getShape());
  shape[getLeftSide() ? rank - 2 : rank - 1] = a.getDimSize(rank - 1);
  llvm::copy(a.getShape().drop_back(2), shape.begin());
  if (failed(expectShape(*this, "a right side", shape, b)))
    return failure();
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID)
    return emitOpError("expects NO_TRANSPOSE, TRANSPOSE or ADJOINT, but got "
                       "TRANSPOSE_INVALID");
  // (C4)
  return expectShape(*this, "a result", b.getShape(), tensorOf(getResult()));
}

/// Returns the float type of a complex type, else null.
static Type realOf(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : Type();
}

LogicalResult stablehlo::FftOp::verify() {
  auto operand = tensorOf(getOperand());
  auto result = tensorOf(getResult());
  ArrayRef<int64_t> lengths = getFftLength();
  int64_t rank = operand.getRank();
  int64_t count = lengths.size();
  // (C1) (C3)
  if (failed(expectDim(*this, "a number of lengths", count, 1,
                       std::min<int64_t>(rank, 3) + 1)))
    return failure();
  // (C2)
  bool fromReal = getFftType() == FftType::RFFT;
  bool toReal = getFftType() == FftType::IRFFT;
  Type from = operand.getElementType();
  Type to = result.getElementType();
  bool typed = fromReal ? realOf(to) == from
               : toReal ? realOf(from) == to
                        : realOf(from) && from == to;
  if (!typed)
    return emitOpError("expects types for ")
           << stringifyFftType(getFftType()) << ", but got " << operand
           << " and " << result;
  // (C5): a real transform stores half of the last dimension
  SmallVector<int64_t> shape(operand.getShape());
  int64_t last = lengths.back();
  int64_t half = last == 0 ? 0 : last / 2 + 1;
  if (toReal && !fits(shape.back(), half))
    return emitOpError("expects a last dimension of ")
           << half << ", but got " << operand;
  // (C4)
  if (fromReal && failed(verifyCompatibleShape(
                      ArrayRef<int64_t>(shape).take_back(count), lengths)))
    return emitOpError("expects last dimensions [")
           << lengths << "], but got " << operand;
  if (toReal && failed(verifyCompatibleShape(
                    ArrayRef<int64_t>(shape).take_back(count).drop_back(),
                    lengths.drop_back())))
    return emitOpError("expects dimensions [")
           << lengths.drop_back() << "] before the last, but got " << operand;
  if (toReal)
    shape.back() = last;
  if (fromReal)
    shape.back() = half;
  return expectShape(*this, "a result", shape, result);
}

/// (C1), (C3)-(C7): one value per feature in each vector operand and result. If
/// the number of features is dynamic, operand vectors are compared pairwise.
static LogicalResult verifyBatchNorm(Operation *op, int64_t feature,
                                     TypeRange wholes, TypeRange given,
                                     TypeRange made) {
  using namespace stablehlo;
  auto operand = tensorOf(wholes.front());
  if (failed(
          expectDim(op, "a feature dimension", feature, 0, operand.getRank())))
    return failure();
  for (Type type : wholes.drop_front())
    if (failed(expectShape(op, "a tensor", operand.getShape(), tensorOf(type))))
      return failure();
  SmallVector<Type> sized = {given.front()};
  llvm::append_range(sized, made);
  for (Type type : sized)
    if (failed(expectShape(op, "a vector", operand.getDimSize(feature),
                           tensorOf(type))))
      return failure();
  if (failed(verifyCompatibleShapes(given)))
    return op->emitOpError("expects vectors of one size, but got ") << given;
  return success();
}

LogicalResult stablehlo::BatchNormTrainingOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex(),
                         {getOperand().getType(), getOutput().getType()},
                         {getScale().getType(), getOffset().getType()},
                         {getBatchMean().getType(), getBatchVar().getType()});
}

LogicalResult stablehlo::BatchNormInferenceOp::verify() {
  return verifyBatchNorm(*this, getFeatureIndex(),
                         {getOperand().getType(), getResult().getType()},
                         {getScale().getType(), getOffset().getType(),
                          getMean().getType(), getVariance().getType()},
                         {});
}

LogicalResult stablehlo::BatchNormGradOp::verify() {
  return verifyBatchNorm(
      *this, getFeatureIndex(),
      {getOperand().getType(), getGradOutput().getType(),
       getGradOperand().getType()},
      {getScale().getType(), getMean().getType(), getVariance().getType()},
      {getGradScale().getType(), getGradOffset().getType()});
}
