// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

/// if (C1)-(C3), case (C2)-(C4): no arguments; returns the op's result types.
static LogicalResult verifyBranch(Operation *op, Region &branch) {
  if (failed(stablehlo::expectArguments(op, branch, {})))
    return failure();
  return stablehlo::expectReturns(op, branch, op->getResultTypes());
}

LogicalResult stablehlo::IfOp::verifyRegions() {
  if (failed(expectRank(*this, "a predicate", 0, tensorOf(getPred()))) ||
      failed(verifyBranch(*this, getTrueBranch())))
    return failure();
  return verifyBranch(*this, getFalseBranch());
}

LogicalResult stablehlo::CaseOp::verifyRegions() {
  // (C1)
  if (getBranches().empty())
    return emitOpError("expects branches, but got none");
  if (failed(expectRank(*this, "an index", 0, tensorOf(getIndex()))))
    return failure();
  for (Region &branch : getBranches())
    if (failed(verifyBranch(*this, branch)))
      return failure();
  return success();
}

LogicalResult stablehlo::WhileOp::verifyRegions() {
  TypeRange carried = getOperandTypes();
  // (C3)
  if (failed(expectCount(*this, "results", carried.size(), getNumResults())))
    return failure();
  for (auto [operand, result] : llvm::zip_equal(carried, getResultTypes()))
    if (!sameType(operand, result))
      return emitOpError("expects a result that fits ")
             << operand << ", but got " << result;
  // (C1)
  Type pred = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(expectArguments(*this, getCond(), carried)) ||
      failed(expectReturns(*this, getCond(), pred)))
    return failure();
  // (C2)
  if (failed(expectArguments(*this, getBody(), carried)))
    return failure();
  return expectReturns(*this, getBody(), carried);
}

LogicalResult stablehlo::OptimizationBarrierOp::verify() {
  // (C1)
  if (llvm::equal(getOperandTypes(), getResultTypes()))
    return success();
  return emitOpError("expects results of the operands' types (")
         << getOperandTypes() << "), but got (" << getResultTypes() << ")";
}

LogicalResult stablehlo::TupleOp::verify() {
  auto tuple = cast<TupleType>(getResult().getType());
  // (C1)
  if (llvm::equal(tuple.getTypes(), getVal().getTypes()))
    return success();
  return emitOpError("expects a tuple of (")
         << getVal().getTypes() << "), but got " << tuple;
}

LogicalResult stablehlo::GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  int64_t index = getIndex();
  // (C1)
  if (failed(expectDim(*this, "an index", index, 0, tuple.size())))
    return failure();
  // (C2)
  Type result = getOperation()->getResult(0).getType();
  if (sameType(tuple.getType(index), result))
    return success();
  return emitOpError("expects a result that fits ")
         << tuple.getType(index) << ", but got " << result;
}

LogicalResult stablehlo::RngOp::verify() {
  Type element = getElementTypeOrSelf(getResult());
  // (C1)
  for (Value bound : {getA(), getB()})
    if (failed(expectElement(*this, "bounds", element, bound.getType())))
      return failure();
  // (C2)
  if (getRngDistribution() == RngDistribution::NORMAL &&
      !isFloatElement(element))
    return emitOpError("expects floats of a normal distribution, but got ")
           << element;
  // (C3)
  int64_t rank = tensorOf(getResult()).getRank();
  int64_t count = tensorOf(getShape()).getDimSize(0);
  return ShapedType::isDynamic(count)
             ? success()
             : expectCount(*this, "sizes", rank, count);
}

LogicalResult stablehlo::RngBitGeneratorOp::verify() {
  // (C1)
  return expectShape(*this, "a state", tensorOf(getInitialState()).getShape(),
                     tensorOf(getOutputState()));
}
