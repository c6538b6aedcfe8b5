// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.asinh %x : f32   ==>   log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))), signed
//
// No expansion cancels or overflows in an intermediate result: each has an
// error of a few ulp for all arguments.
#include "lib/Lowering/Gpu/Units/Functions.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using arith::CmpFPredicate;

static constexpr double halfPi = 0x1.921fb6p+0, halfPiRest = -0x1.777a5cp-25;
static constexpr double pi = 2 * halfPi, piRest = 2 * halfPiRest;
static constexpr double ln2 = 0.69314718055994531;
static constexpr double infinity = std::numeric_limits<double>::infinity();
/// Number from which x^2 + 1 is rounded to x^2, and x - 1 to x.
static constexpr double large = 1e9;

/// Coefficients, by powers of x^2, of (atan(x) / x - 1) / x^2 for x <= 1, and
/// of (asin(x) / x - 1) / x^2 for x <= 1 / 2, fitted to an error of 1 / 10 ulp.
static constexpr double atanTerms[] = {
    -0.333333261, 0.199996416,   -0.142794441, 0.110556774,    -0.0880158526,
    0.0672004954, -0.0443879612, 0.0222841996, -0.00719811823, 0.00108991243};
static constexpr double asinTerms[] = {0.166667517, 0.0749534018, 0.045464299,
                                       0.0242113, 0.042110888};

Value Scalars::number(double value) {
  return arith::ConstantOp::create(b, b.getFloatAttr(type, value));
}
Value Scalars::add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
Value Scalars::sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
Value Scalars::mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
Value Scalars::div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
Value Scalars::fma(Value x, Value y, Value z) {
  return math::FmaOp::create(b, x, y, z);
}
Value Scalars::sqrt(Value x) { return math::SqrtOp::create(b, x); }
Value Scalars::less(Value x, Value y) {
  return arith::CmpFOp::create(b, CmpFPredicate::OLT, x, y);
}
Value Scalars::equal(Value x, Value y) {
  return arith::CmpFOp::create(b, CmpFPredicate::OEQ, x, y);
}
Value Scalars::select(Value is, Value x, Value y) {
  return arith::SelectOp::create(b, is, x, y);
}
Value Scalars::size(Value x) { return math::AbsFOp::create(b, x); }
Value Scalars::copySign(Value x, Value sign) {
  return math::CopySignOp::create(b, x, sign);
}
Value Scalars::polynomial(ArrayRef<double> terms, Value x) {
  Value sum = number(terms.back());
  for (double term : llvm::reverse(terms.drop_back()))
    sum = fma(sum, x, number(term));
  return sum;
}

/// Returns the angle of the point (x, y). Divides the smaller coordinate by the
/// larger one.
static Value angle(Value y, Value x, Scalars s) {
  Value high = s.size(y), wide = s.size(x);
  Value isSteep = s.less(wide, high);
  Value most = s.select(isSteep, high, wide);
  Value least = s.select(isSteep, wide, high);
  Value ratio = s.div(least, most);
  ratio = s.select(s.equal(least, most), s.number(1), ratio);
  ratio =
      s.select(s.equal(s.add(least, most), s.number(0)), s.number(0), ratio);
  Value square = s.mul(ratio, ratio);
  Value flat =
      s.fma(s.mul(square, ratio), s.polynomial(atanTerms, square), ratio);
  Value steep = s.add(s.sub(s.number(halfPi), flat), s.number(halfPiRest));
  Value right = s.select(isSteep, steep, flat);
  Value left = s.add(s.sub(s.number(pi), right), s.number(piRest));
  Value isLeft = s.less(s.copySign(s.number(1), x), s.number(0));
  return s.copySign(s.select(isLeft, left, right), y);
}

static Value atan2(ValueRange of, Scalars s) { return angle(of[0], of[1], s); }
static Value atan(ValueRange of, Scalars s) {
  return angle(of[0], s.number(1), s);
}

/// Near 1, computes pi / 2 - 2 asin(sqrt((1 - |x|) / 2)).
static Value asin(ValueRange of, Scalars s) {
  Value size = s.size(of[0]), half = s.number(0.5);
  Value isNear = s.less(half, size);
  Value square = s.select(isNear, s.mul(s.sub(s.number(1), size), half),
                          s.mul(size, size));
  Value root = s.select(isNear, s.sqrt(square), size);
  Value part =
      s.fma(s.mul(root, square), s.polynomial(asinTerms, square), root);
  Value rest = s.fma(part, s.number(-2), s.number(halfPi));
  rest = s.add(rest, s.number(halfPiRest));
  return s.copySign(s.select(isNear, rest, part), of[0]);
}

static Value log1p(Value x, Scalars s) { return math::Log1pOp::create(s.b, x); }

/// Returns log(2 x), the limit of asinh and acosh for large `x`.
static Value logOfTwice(Value x, Scalars s) {
  return s.add(math::LogOp::create(s.b, x), s.number(ln2));
}

static Value asinh(ValueRange of, Scalars s) {
  Value size = s.size(of[0]), square = s.mul(size, size);
  Value root = s.sqrt(s.add(square, s.number(1)));
  Value more = s.add(size, s.div(square, s.add(root, s.number(1))));
  Value isLarge = s.less(s.number(large), size);
  return s.copySign(s.select(isLarge, logOfTwice(size, s), log1p(more, s)),
                    of[0]);
}

static Value acosh(ValueRange of, Scalars s) {
  Value x = of[0], over = s.sub(x, s.number(1));
  Value root = s.mul(s.sqrt(over), s.sqrt(s.add(x, s.number(1))));
  return s.select(s.less(s.number(large), x), logOfTwice(x, s),
                  log1p(s.add(over, root), s));
}

static Value atanh(ValueRange of, Scalars s) {
  Value size = s.size(of[0]), twice = s.add(size, size);
  Value rest = s.div(s.mul(twice, size), s.sub(s.number(1), size));
  Value value = log1p(s.add(twice, rest), s);
  Value nan = s.number(std::numeric_limits<double>::quiet_NaN());
  value = s.select(s.less(s.number(1), size), nan, value);
  return s.copySign(s.mul(value, s.number(0.5)), of[0]);
}

static Value sinh(ValueRange of, Scalars s) {
  Value size = s.size(of[0]), half = s.number(0.5);
  Value over = math::ExpM1Op::create(s.b, size);
  Value both = s.add(over, s.div(over, s.add(over, s.number(1))));
  Value root = math::ExpOp::create(s.b, s.mul(size, half));
  Value isLarge = s.less(s.number(88), size);
  Value value =
      s.select(isLarge, s.mul(s.mul(root, half), root), s.mul(both, half));
  return s.copySign(value, of[0]);
}

static Value cosh(ValueRange of, Scalars s) {
  Value half = s.number(0.5);
  Value root = math::ExpOp::create(s.b, s.mul(s.size(of[0]), half));
  Value value = s.mul(root, root);
  return s.fma(s.mul(root, half), root, s.div(half, value));
}

static Value tan(ValueRange of, Scalars s) {
  return s.div(math::SinOp::create(s.b, of[0]),
               math::CosOp::create(s.b, of[0]));
}

/// Computes exp(log(x) / 3), refined by one Newton step.
static Value cbrt(ValueRange of, Scalars s) {
  Value size = s.size(of[0]), third = s.number(1.0 / 3);
  // Scales subnormal numbers before the logarithm.
  Value isSmall = s.less(size, s.number(0x1p-100));
  Value scaled = s.select(isSmall, s.mul(size, s.number(0x1p+60)), size);
  Value log = math::LogOp::create(s.b, scaled);
  Value root = math::ExpOp::create(s.b, s.mul(log, third));
  Value miss = s.sub(root, s.div(scaled, s.mul(root, root)));
  root = s.sub(root, s.mul(miss, third));
  root = s.select(isSmall, s.mul(root, s.number(0x1p-20)), root);
  Value isUsual = arith::AndIOp::create(s.b, s.less(s.number(0), size),
                                        s.less(size, s.number(infinity)));
  return s.copySign(s.select(isUsual, root, size), of[0]);
}

static Value log(ValueRange of, Scalars s) {
  Value isSmall = s.less(of[0], s.number(0x1p-126));
  Value scaled = s.mul(of[0], s.number(0x1p+24));
  Value value = math::LogOp::create(s.b, s.select(isSmall, scaled, of[0]));
  return s.select(isSmall, s.sub(value, s.number(24 * ln2)), value);
}

using Function = Value (*)(ValueRange, Scalars);
static constexpr std::pair<StringLiteral, Function> functions[] = {
    {"math.acosh", acosh}, {"math.asin", asin},   {"math.asinh", asinh},
    {"math.atan", atan},   {"math.atan2", atan2}, {"math.atanh", atanh},
    {"math.cbrt", cbrt},   {"math.cosh", cosh},   {"math.log", log},
    {"math.sinh", sinh},   {"math.tan", tan},
};

void amp::lowering::lowerFunctions(gpu::GPUModuleOp kernels) {
  llvm::StringMap<Function> known;
  for (auto [name, function] : functions)
    known.try_emplace(name, function);
  SmallVector<std::pair<Operation *, Function>> found;
  kernels.walk([&](Operation *op) {
    auto row = known.find(op->getName().getStringRef());
    if (row != known.end() && op->getResult(0).getType().isF32())
      found.push_back({op, row->second});
  });
  for (auto [op, function] : found) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    op->replaceAllUsesWith(
        function(op->getOperands(), {b, op->getResult(0).getType()})
            .getDefiningOp());
    op->erase();
  }
}
