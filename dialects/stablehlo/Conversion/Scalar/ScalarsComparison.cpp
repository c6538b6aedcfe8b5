// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// stablehlo.compare LT, %a, %b, TOTALORDER
//   ==>  bitcasts to integers in the same order, arith.cmpi slt
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

namespace {
struct Predicates {
  ComparisonDirection direction;
  arith::CmpFPredicate floats;
  arith::CmpIPredicate withSign, withoutSign;
};
} // namespace

// NaN is unordered, and not equal to any number
static const Predicates kPredicates[] = {
    {ComparisonDirection::EQ, arith::CmpFPredicate::OEQ,
     arith::CmpIPredicate::eq, arith::CmpIPredicate::eq},
    {ComparisonDirection::NE, arith::CmpFPredicate::UNE,
     arith::CmpIPredicate::ne, arith::CmpIPredicate::ne},
    {ComparisonDirection::GE, arith::CmpFPredicate::OGE,
     arith::CmpIPredicate::sge, arith::CmpIPredicate::uge},
    {ComparisonDirection::GT, arith::CmpFPredicate::OGT,
     arith::CmpIPredicate::sgt, arith::CmpIPredicate::ugt},
    {ComparisonDirection::LE, arith::CmpFPredicate::OLE,
     arith::CmpIPredicate::sle, arith::CmpIPredicate::ule},
    {ComparisonDirection::LT, arith::CmpFPredicate::OLT,
     arith::CmpIPredicate::slt, arith::CmpIPredicate::ult}};

// CHLO and StableHLO use the same enum values
static ComparisonDirection directionOf(Operation *op) {
  if (auto compare = dyn_cast<CompareOp>(op))
    return compare.getComparisonDirection();
  auto direction = cast<chlo::BroadcastCompareOp>(op).getComparisonDirection();
  return static_cast<ComparisonDirection>(direction);
}

static bool isTotalOrder(Operation *op) {
  if (auto compare = dyn_cast<CompareOp>(op))
    return compare.getCompareType() == ComparisonType::TOTALORDER;
  auto order = cast<chlo::BroadcastCompareOp>(op).getCompareType();
  return order == chlo::ComparisonType::TOTALORDER;
}

static const Predicates &predicates(Operation *op) {
  ComparisonDirection direction = directionOf(op);
  return *llvm::find_if(kPredicates, [&](const Predicates &row) {
    return row.direction == direction;
  });
}

// Bit patterns of negative floats are in reverse order: flips their other bits.
static Value totalOrder(ImplicitLocOpBuilder &b, Value x) {
  Type bits = b.getIntegerType(x.getType().getIntOrFloatBitWidth());
  Scalar pattern(b, arith::BitcastOp::create(b, bits, x));
  APInt mask = APInt::getSignedMaxValue(pattern.width());
  return select(pattern < 0.0, pattern ^ pattern.integer(mask.getSExtValue()),
                pattern);
}

static Value compareFloats(Operation *op, ValueRange in,
                           ImplicitLocOpBuilder &b) {
  const Predicates &row = predicates(op);
  if (!isTotalOrder(op))
    return arith::CmpFOp::create(b, row.floats, in[0], in[1]);
  return arith::CmpIOp::create(b, row.withSign, totalOrder(b, in[0]),
                               totalOrder(b, in[1]));
}

static Value compareIntegers(Operation *op, ValueRange in,
                             ImplicitLocOpBuilder &b) {
  const Predicates &row = predicates(op);
  bool isUnsigned = isUnsignedElement(elementOf(op));
  return arith::CmpIOp::create(b, isUnsigned ? row.withoutSign : row.withSign,
                               in[0], in[1]);
}

// Lexicographic order: real parts, then imaginary parts.
static Value compareComplexes(Operation *op, ValueRange in,
                              ImplicitLocOpBuilder &b) {
  const Predicates &row = predicates(op);
  if (row.direction == ComparisonDirection::EQ)
    return complex::EqualOp::create(b, in[0], in[1]);
  if (row.direction == ComparisonDirection::NE)
    return complex::NotEqualOp::create(b, in[0], in[1]);
  Scalar re(b, complex::ReOp::create(b, in[0]));
  Scalar im(b, complex::ImOp::create(b, in[0]));
  Scalar otherRe(b, complex::ReOp::create(b, in[1]));
  Scalar otherIm(b, complex::ImOp::create(b, in[1]));
  Scalar byReal(b, arith::CmpFOp::create(b, row.floats, re, otherRe));
  Scalar byImaginary(b, arith::CmpFOp::create(b, row.floats, im, otherIm));
  return select(equal(re, otherRe), byImaginary, byReal);
}

static Value choose(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return arith::SelectOp::create(b, in[0], in[1], in[2]);
}

// min(max(x, low), high)
template <typename Max, typename Min>
static Value clamp(ValueRange in, ImplicitLocOpBuilder &b) {
  return Min::create(b, Max::create(b, in[1], in[0]).getResult(), in[2]);
}

static Value clampFloats(Operation *op, ValueRange in,
                         ImplicitLocOpBuilder &b) {
  return clamp<arith::MaximumFOp, arith::MinimumFOp>(in, b);
}

static Value clampIntegers(Operation *op, ValueRange in,
                           ImplicitLocOpBuilder &b) {
  if (isUnsignedElement(elementOf(op)))
    return clamp<arith::MaxUIOp, arith::MinUIOp>(in, b);
  return clamp<arith::MaxSIOp, arith::MinSIOp>(in, b);
}

void mlir::amp::stablehlo::addComparisonScalars(ScalarTable &table) {
  table.add<CompareOp>(compareFloats, compareIntegers, compareComplexes);
  table.add<SelectOp>(choose, choose, choose);
  table.add<ClampOp>(clampFloats, clampIntegers);
}
