// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// rng  ==>  rng_bit_generator of a constant state, then arithmetic on its bits
// StableHLO leaves the numbers implementation-defined. This lowering is
// deterministic: the initial state is the index of the op among the module's
// rngs, so an op in a loop draws the same numbers in each iteration.
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Graph.h"
#include "dialects/stablehlo/Conversion/Patterns.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

static uint64_t numberOf(RngOp op) {
  uint64_t number = 0;
  op->getParentOfType<ModuleOp>()->walk([&](RngOp other) {
    if (other == op)
      return WalkResult::interrupt();
    ++number;
    return WalkResult::advance();
  });
  return number;
}

static Value drawBits(ImplicitLocOpBuilder &builder, RngOp op, unsigned width) {
  IntegerType word = builder.getIntegerType(64, /*isSigned=*/false);
  auto stateType = RankedTensorType::get(2, word);
  APInt zero(64, 0), number(64, numberOf(op));
  Value state = ConstantOp::create(
      builder, DenseElementsAttr::get(stateType, {number, zero}));
  Type bits = tensorTypeOf(op.getResult())
                  .clone(builder.getIntegerType(width, /*isSigned=*/false));
  return RngBitGeneratorOp::create(builder, stateType, bits, state,
                                   RngAlgorithm::THREE_FRY)
      .getOutput();
}

static Value spread(ImplicitLocOpBuilder &builder, Value scalar, Value like) {
  return BroadcastInDimOp::create(builder, tensorTypeOf(like), scalar,
                                  ArrayRef<int64_t>());
}

/// (bits + 1/2) / 2^digits, in the open interval (0, 1). `digits` is the number
/// of leading bits that the type represents exactly.
static Value openUnit(ImplicitLocOpBuilder &builder, RngOp op, Type wide) {
  unsigned width = wide.getIntOrFloatBitWidth();
  unsigned digits = width == 64 ? 52 : 23;
  Value bits = drawBits(builder, op, width);
  Value leading = ShiftRightLogicalOp::create(
      builder, bits, numberLike(builder, bits, width - digits));
  Value number = convertTo(builder, leading, wide);
  number = AddOp::create(builder, number, numberLike(builder, number, 0.5));
  return MultiplyOp::create(
      builder, number, numberLike(builder, number, std::ldexp(1.0, -digits)));
}

/// a + (b - a) * unit, or a if the sum rounds to b.
static Value uniform(ImplicitLocOpBuilder &builder, RngOp op, Type wide) {
  Value unit = openUnit(builder, op, wide);
  Value low = spread(builder, convertTo(builder, op.getA(), wide), unit);
  Value high = spread(builder, convertTo(builder, op.getB(), wide), unit);
  Value range = SubtractOp::create(builder, high, low);
  Value wanted =
      AddOp::create(builder, low, MultiplyOp::create(builder, range, unit));
  Type element = elementTypeOf(op.getResult());
  Value value = convertTo(builder, wanted, element);
  Value start = spread(builder, op.getA(), value);
  Value end = spread(builder, op.getB(), value);
  Value inside = CompareOp::create(
      builder, tensorTypeOf(value).clone(builder.getI1Type()), value, end,
      ComparisonDirection::LT, ComparisonTypeAttr());
  return SelectOp::create(builder, value.getType(), inside, value, start);
}

/// mean + deviation * sqrt(2) * erf_inv(2 * unit - 1)
static Value normal(ImplicitLocOpBuilder &builder, RngOp op, Type wide) {
  Value unit = openUnit(builder, op, wide);
  Value centred =
      SubtractOp::create(builder, AddOp::create(builder, unit, unit),
                         numberLike(builder, unit, 1));
  Value deviate = chlo::ErfInvOp::create(builder, unit.getType(), centred);
  deviate = MultiplyOp::create(builder, deviate,
                               numberLike(builder, deviate, std::sqrt(2.0)));
  Value mean = spread(builder, convertTo(builder, op.getA(), wide), unit);
  Value deviation = spread(builder, convertTo(builder, op.getB(), wide), unit);
  Value value = AddOp::create(builder, mean,
                              MultiplyOp::create(builder, deviation, deviate));
  return convertTo(builder, value, elementTypeOf(op.getResult()));
}

/// a + bits modulo (b - a)
static Value uniformInteger(ImplicitLocOpBuilder &builder, RngOp op) {
  Type wide = builder.getIntegerType(64, /*isSigned=*/false);
  Value bits = drawBits(builder, op, 64);
  Value low = spread(builder, convertTo(builder, op.getA(), wide), bits);
  Value high = spread(builder, convertTo(builder, op.getB(), wide), bits);
  Value range = SubtractOp::create(builder, high, low);
  Value value =
      AddOp::create(builder, low, RemainderOp::create(builder, bits, range));
  return convertTo(builder, value, elementTypeOf(op.getResult()));
}

namespace {
struct RngPattern : OpConversionPattern<RngOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(RngOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (failed(expectPlainTensors(op)))
      return failure();
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type element = elementTypeOf(op.getResult());
    if (element.isInteger(1))
      return refuse(op, "it draws truth values");
    if (!isa<FloatType>(element)) {
      rewriter.replaceOp(op, uniformInteger(builder, op));
      return success();
    }
    Type wide = element.isF64() ? element : builder.getF32Type();
    bool isNormal = op.getRngDistribution() == RngDistribution::NORMAL;
    rewriter.replaceOp(op, isNormal ? normal(builder, op, wide)
                                    : uniform(builder, op, wide));
    return success();
  }
};
} // namespace

void mlir::amp::stablehlo::populateRng(const TypeConverter &types,
                                       RewritePatternSet &patterns) {
  patterns.add<RngPattern>(types, patterns.getContext());
}
