// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/VerifyWindow.h"

using namespace mlir;
using namespace mlir::amp;

/// Verifies at least one input, equal shapes, and one result per input.
static LogicalResult verifyInputs(Operation *op, ValueRange inputs) {
  using namespace stablehlo;
  if (inputs.empty())
    return op->emitOpError("expects inputs, but got none");
  if (failed(expectCount(op, "results", inputs.size(), op->getNumResults())))
    return failure();
  for (Value input : inputs.drop_front())
    if (failed(expectShape(op, "inputs", shapeOf(inputs[0]), tensorOf(input))))
      return failure();
  return success();
}

/// reduce (C2) (C6), reduce_window (C3) (C13): initial values have the shape
/// that the body returns. This is a scalar except for shapes that upstream also
/// accepts.
static LogicalResult verifyBody(Operation *op, Region &body, ValueRange inputs,
                                ValueRange inits, ArrayRef<int64_t> sizes) {
  using namespace stablehlo;
  // Upstream prints an odd number of operands in a form that it cannot parse.
  if (failed(
          expectCount(op, "operands", 2 * inputs.size(), op->getNumOperands())))
    return failure();
  if (failed(
          expectReducer(op, body, inputs.getTypes(), inits.getTypes(), sizes)))
    return failure();
  TypeRange returned = body.front().getTerminator()->getOperandTypes();
  for (auto [init, type] : llvm::zip_equal(inits, returned))
    if (failed(expectShape(op, "an initial value", tensorOf(type).getShape(),
                           tensorOf(init))))
      return failure();
  return expectReduced(op, body, op->getResultTypes());
}

LogicalResult stablehlo::ReduceOp::verifyRegions() {
  // (C1) (C3)
  if (failed(verifyInputs(*this, getInputs())))
    return failure();
  // (C4) (C5)
  int64_t rank = tensorOf(getInputs()[0]).getRank();
  if (failed(expectDims(*this, "dimensions", getDimensions(), rank)))
    return failure();
  SmallVector<int64_t> kept = otherDims(rank, {getDimensions()});
  auto keep = [&](Value input) {
    return llvm::map_to_vector(
        kept, [&](int64_t dim) { return shapeOf(input)[dim]; });
  };
  // (C2) (C6) (C8)
  if (failed(verifyBody(*this, getBody(), getInputs(), getInitValues(),
                        keep(getInputs()[0]))))
    return failure();
  // (C7)
  for (auto [input, result] : llvm::zip_equal(getInputs(), getResults()))
    if (failed(expectShape(*this, "a result", keep(input), tensorOf(result))))
      return failure();
  return success();
}

LogicalResult stablehlo::ReduceWindowOp::verifyRegions() {
  // (C1) (C2)
  if (failed(verifyInputs(*this, getInputs())))
    return failure();
  auto input = tensorOf(getInputs()[0]);
  // (C4)-(C12)
  if (failed(expectCount(*this, "window dimensions", input.getRank(),
                         getWindowDimensions().size())))
    return failure();
  auto windows =
      expectWindow(*this, getWindowDimensions(), getWindowStrides(),
                   getPaddingAttr(), getBaseDilations(), getWindowDilations());
  if (failed(windows))
    return failure();
  // (C3) (C13) (C16)
  if (failed(verifyBody(*this, getBody(), getInputs(), getInitValues(),
                        getWindowDimensions())))
    return failure();
  // (C14) (C15)
  for (auto [input, result] : llvm::zip_equal(getInputs(), getResults())) {
    SmallVector<int64_t> shape;
    for (auto [size, window] : llvm::zip_equal(shapeOf(input), *windows))
      shape.push_back(countWindows(size, window));
    if (failed(expectShape(*this, "a result", shape, tensorOf(result))))
      return failure();
  }
  return success();
}

LogicalResult stablehlo::SelectAndScatterOp::verifyRegions() {
  auto operand = tensorOf(getOperand());
  auto source = tensorOf(getSource());
  auto result = tensorOf(getResult());
  Type element = operand.getElementType();
  Type scalar = RankedTensorType::get({}, element);
  // (C3)
  if (failed(
          expectRank(*this, "an initial value", 0, tensorOf(getInitValue()))))
    return failure();
  // (C4)-(C8)
  ArrayRef<int64_t> sizes = getWindowDimensions().value_or(ArrayRef<int64_t>());
  if (failed(expectCount(*this, "window dimensions", operand.getRank(),
                         sizes.size())))
    return failure();
  auto windows = expectWindow(*this, sizes, getWindowStrides(),
                              getPaddingAttr(), std::nullopt, std::nullopt);
  if (failed(windows))
    return failure();
  // (C2)
  SmallVector<int64_t> shape;
  for (auto [size, window] : llvm::zip_equal(operand.getShape(), *windows))
    shape.push_back(countWindows(size, window));
  if (failed(expectShape(*this, "a source", shape, source)))
    return failure();
  bool floats =
      isa<FloatType>(element) && isa<FloatType>(source.getElementType());
  if (!floats && failed(expectElement(*this, "a source", operand, source)))
    return failure();
  // (C9)
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (getSelect().getNumArguments() != 2)
    return expectArguments(*this, getSelect(), {scalar, scalar});
  for (Type type : getSelect().getArgumentTypes()) {
    auto argument = dyn_cast<RankedTensorType>(type);
    bool fits = argument && argument.getRank() == 0 &&
                (sameElement(element, argument.getElementType()) ||
                 (isa<FloatType>(element) &&
                  isa<FloatType>(argument.getElementType())));
    if (!fits)
      return emitOpError("expects a selection among ")
             << scalar << ", but got one among " << type;
  }
  if (failed(expectReturns(*this, getSelect(), pred)))
    return failure();
  // (C1) (C10) (C12)
  if (failed(expectReducer(*this, getScatter(), source,
                           getInitValue().getType())) ||
      failed(expectReduced(*this, getScatter(), result)))
    return failure();
  // (C11)
  return expectShape(*this, "a result", operand.getShape(), result);
}

LogicalResult stablehlo::SortOp::verifyRegions() {
  // (C1) (C3)
  if (failed(verifyInputs(*this, getInputs())))
    return failure();
  // (C2)
  for (auto [input, result] : llvm::zip_equal(getInputs(), getResults()))
    if (failed(expectElement(*this, "a result", input.getType(),
                             result.getType())) ||
        failed(
            expectShape(*this, "a result", shapeOf(input), tensorOf(result))))
      return failure();
  // (C4)
  int64_t rank = tensorOf(getInputs()[0]).getRank();
  int64_t dim = static_cast<int64_t>(getDimension());
  if (failed(expectDim(*this, "a dimension", dim, -rank, rank)))
    return failure();
  // (C5)
  SmallVector<Type> scalars;
  for (Value input : getInputs())
    scalars.append(2, RankedTensorType::get({}, getElementTypeOrSelf(input)));
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(expectArguments(*this, getComparator(), scalars)))
    return failure();
  return expectReturns(*this, getComparator(), pred);
}
