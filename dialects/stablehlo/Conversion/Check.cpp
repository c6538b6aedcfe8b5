// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// check.expect_eq(%a, %b)  ==>  cf.assert (all elements of %a and %b agree)
#include "dialects/stablehlo/Conversion/Check.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

using Agree = function_ref<Value(ImplicitLocOpBuilder &, Value, Value)>;

static Value either(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  return arith::OrIOp::create(builder, lhs, rhs);
}
static Value both(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  return arith::AndIOp::create(builder, lhs, rhs);
}
static Value compare(ImplicitLocOpBuilder &builder,
                     arith::CmpFPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpFOp::create(builder, predicate, lhs, rhs);
}
static Value compare(ImplicitLocOpBuilder &builder,
                     arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, predicate, lhs, rhs);
}
static Value isNan(ImplicitLocOpBuilder &builder, Value x) {
  return compare(builder, arith::CmpFPredicate::UNO, x, x);
}

/// Emits a predicate: the numbers are equal, or both are NaN.
static Value isSame(ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
  if (!isa<FloatType>(lhs.getType()))
    return compare(builder, arith::CmpIPredicate::eq, lhs, rhs);
  return either(builder, compare(builder, arith::CmpFPredicate::OEQ, lhs, rhs),
                both(builder, isNan(builder, lhs), isNan(builder, rhs)));
}

/// Maps a float to an integer in the same order; both zeros map to 0.
static Value ordinal(ImplicitLocOpBuilder &builder, Value x) {
  Type wide = builder.getI64Type();
  unsigned width = x.getType().getIntOrFloatBitWidth();
  Value bits =
      arith::BitcastOp::create(builder, builder.getIntegerType(width), x);
  if (width < 64)
    bits = arith::ExtUIOp::create(builder, wide, bits);
  Value sign = integerOf(builder, wide, uint64_t(1) << (width - 1));
  Value zero = integerOf(builder, wide, 0);
  Value magnitude = arith::AndIOp::create(
      builder, bits,
      integerOf(builder, wide, llvm::maskTrailingOnes<uint64_t>(width - 1)));
  Value isNegative = compare(builder, arith::CmpIPredicate::ne,
                             arith::AndIOp::create(builder, bits, sign), zero);
  Value negated = arith::SubIOp::create(builder, zero, magnitude);
  return arith::SelectOp::create(builder, isNegative, negated, magnitude);
}

static Value isFinite(ImplicitLocOpBuilder &builder, Value x) {
  Value wide = resizeElement(builder, x, x.getType(), builder.getF64Type());
  Value infinity = arith::ConstantOp::create(
      builder,
      builder.getF64FloatAttr(std::numeric_limits<double>::infinity()));
  return compare(builder, arith::CmpFPredicate::OLT,
                 math::AbsFOp::create(builder, wide), infinity);
}

static Value isClose(ImplicitLocOpBuilder &builder, Value lhs, Value rhs,
                     int64_t steps) {
  Value low = ordinal(builder, lhs), high = ordinal(builder, rhs);
  Value distance =
      arith::SubIOp::create(builder, arith::MaxSIOp::create(builder, low, high),
                            arith::MinSIOp::create(builder, low, high));
  Value near = compare(builder, arith::CmpIPredicate::ule, distance,
                       integerOf(builder, builder.getI64Type(), steps));
  Value finite = both(builder, isFinite(builder, lhs), isFinite(builder, rhs));
  return either(builder, isSame(builder, lhs, rhs),
                both(builder, near, finite));
}

static Value isAlmost(ImplicitLocOpBuilder &builder, Value lhs, Value rhs,
                      double tolerance) {
  Type wide = builder.getF64Type();
  lhs = resizeElement(builder, lhs, lhs.getType(), wide);
  rhs = resizeElement(builder, rhs, rhs.getType(), wide);
  Type word = builder.getI64Type();
  auto isNegative = [&](Value x) {
    Value bits = arith::BitcastOp::create(builder, word, x);
    return compare(builder, arith::CmpIPredicate::slt, bits,
                   integerOf(builder, word, 0));
  };
  Value sameSign = compare(builder, arith::CmpIPredicate::eq, isNegative(lhs),
                           isNegative(rhs));
  Value distance =
      math::AbsFOp::create(builder, arith::SubFOp::create(builder, lhs, rhs));
  Value limit =
      arith::ConstantOp::create(builder, builder.getF64FloatAttr(tolerance));
  Value near = compare(builder, arith::CmpFPredicate::OLE, distance, limit);
  return either(builder, isSame(builder, lhs, rhs),
                both(builder, sameSign, near));
}

/// Applies `agree` to real elements, or to both parts of complex elements.
static Value agreeParts(ImplicitLocOpBuilder &builder, Value lhs, Value rhs,
                        Agree agree) {
  if (!isa<ComplexType>(lhs.getType()))
    return agree(builder, lhs, rhs);
  return both(builder,
              agree(builder, complex::ReOp::create(builder, lhs),
                    complex::ReOp::create(builder, rhs)),
              agree(builder, complex::ImOp::create(builder, lhs),
                    complex::ImOp::create(builder, rhs)));
}

static LogicalResult expectAll(CustomCallOp op, ValueRange inputs,
                               ConversionPatternRewriter &rewriter,
                               const Twine &what, Agree agree,
                               bool ofIntegers = false) {
  if (inputs.size() != 2 || inputs[0].getType() != inputs[1].getType() ||
      op.getNumResults() != 0)
    return refuse(op, "it does not compare two tensors");
  if (elementTypeOf(inputs[0]).isIntOrIndex() && !ofIntegers)
    return refuse(op, "it compares integers");
  if (failed(expectPlainTensors(op)))
    return failure();
  ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
  unsigned loops = tensorTypeOf(inputs[0]).getRank();
  AffineMap identity = builder.getMultiDimIdentityMap(loops);
  AffineMap all = AffineMap::get(loops, 0, {}, builder.getContext());
  SmallVector<utils::IteratorType> iterators(loops,
                                             utils::IteratorType::reduction);
  auto body = [&](OpBuilder &inner, Location loc, ValueRange elements) {
    ImplicitLocOpBuilder located(loc, inner);
    Value agreed = agreeParts(located, elements[0], elements[1], agree);
    linalg::YieldOp::create(located, both(located, elements[2], agreed));
  };
  Type truth = builder.getI1Type();
  Value yes = filledTensor(builder, integerOf(builder, truth, 1),
                           RankedTensorType::get({}, truth));
  Value agreed =
      linalg::GenericOp::create(builder, TypeRange(yes.getType()), inputs, yes,
                                {identity, identity, all}, iterators, body)
          .getResult(0);
  cf::AssertOp::create(builder, scalarOf(builder, agreed),
                       builder.getStringAttr(what));
  rewriter.eraseOp(op);
  return success();
}

namespace mlir::amp::stablehlo {

LogicalResult expectEqual(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter) {
  return expectAll(op, inputs, rewriter, "expect_eq: values differ", isSame,
                   /*ofIntegers=*/true);
}

LogicalResult expectAlmostEqual(CustomCallOp op, ValueRange inputs,
                                ConversionPatternRewriter &rewriter) {
  auto given = op->getAttrOfType<FloatAttr>("tolerance");
  double tolerance = given ? given.getValueAsDouble() : 0.001;
  return expectAll(op, inputs, rewriter,
                   "expect_almost_eq: values differ by more than " +
                       Twine(std::to_string(tolerance)),
                   [&](ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
                     return isAlmost(builder, lhs, rhs, tolerance);
                   });
}

LogicalResult expectClose(CustomCallOp op, ValueRange inputs,
                          ConversionPatternRewriter &rewriter) {
  auto given = op->getAttrOfType<IntegerAttr>("max_ulp_difference");
  int64_t steps = given ? given.getValue().getSExtValue() : 3;
  return expectAll(op, inputs, rewriter,
                   "expect_close: values differ by more than " + Twine(steps) +
                       " ulp",
                   [&](ImplicitLocOpBuilder &builder, Value lhs, Value rhs) {
                     return isClose(builder, lhs, rhs, steps);
                   });
}

} // namespace mlir::amp::stablehlo
