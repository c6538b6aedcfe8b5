// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// math.sin %x : f32
//   ==>   %x = %n * pi / 2 + %r; the polynomial of sine or cosine at %r
//
// Small arguments (Cody-Waite reduction): pi / 2 is three floats, which fma
// subtracts with one rounding each. Large ones (Payne-Hanek reduction): %x is
// an integer times a power of two. Its product with the bits of 2 / pi that do
// not contribute whole turns is a fixed-point number.
#include "lib/Lowering/Gpu/Ptx/Trigonometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using Build = ImplicitLocOpBuilder;

/// Largest argument of the Cody-Waite reduction.
static constexpr double largestSmall = 1e5;
/// Words of 2 / pi * 2^215, which has 9 leading zero bits.
static constexpr uint32_t twoOverPi[] = {0x00517cc1, 0xb727220a, 0x94fe13ab,
                                         0xe8fa9a6e, 0xe06db14a, 0xcc9e21c8,
                                         0x20ff28b1};

/// Taylor coefficients of (sin(x) - x) / x^3 and (cos(x) - 1) / x^2. The
/// truncation error is below 1 / 20 ulp for |x| <= pi / 4.
static constexpr double sineTerms[] = {-1.0 / 6, 1.0 / 120, -1.0 / 5040,
                                       1.0 / 362880};
static constexpr double cosineTerms[] = {-1.0 / 2, 1.0 / 24, -1.0 / 720,
                                         1.0 / 40320, -1.0 / 3628800};

static Value real(double value, Build &b) {
  return arith::ConstantOp::create(b, b.getF32FloatAttr(value));
}
static Value integer(uint64_t value, Type type, Build &b) {
  return arith::ConstantOp::create(
      b, IntegerAttr::get(type, APInt(type.getIntOrFloatBitWidth(), value)));
}
/// Creates an `Op` whose second operand is a constant.
template <typename Op> static Value with(Value x, uint64_t y, Build &b) {
  return Op::create(b, x, integer(y, x.getType(), b)).getResult();
}
static Value fma(Value x, Value y, Value z, Build &b) {
  return math::FmaOp::create(b, x, y, z);
}

namespace {
/// Reduced argument, and the number of quarter turns.
struct Angle {
  Value rest, quarters; // f32, i32
};
} // namespace

static Angle reduceSmall(Value x, Build &b) {
  Value turns = math::RoundEvenOp::create(
      b, arith::MulFOp::create(b, x, real(0.63661977236758134, b)));
  Value back = arith::NegFOp::create(b, turns);
  Value rest = x;
  for (double part : {0x1.921fb6p+0, -0x1.777a5cp-25, -0x1.ee59dap-50})
    rest = fma(back, real(part, b), rest, b);
  return {rest, arith::FPToSIOp::create(b, b.getI32Type(), turns)};
}

/// Returns 96 bits of 2 / pi from bit `start`, the most significant word first.
static SmallVector<Value> bitsFrom(Value start, Build &b) {
  Type i64 = b.getI64Type();
  Value word = with<arith::ShRUIOp>(start, 5, b);
  SmallVector<Value> words;
  for (unsigned k = 0; k < 4; ++k) {
    Value chosen = integer(twoOverPi[k], i64, b);
    for (unsigned j = 1; j < 4; ++j) {
      Value is = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, word,
                                       integer(j, word.getType(), b));
      chosen = arith::SelectOp::create(b, is, integer(twoOverPi[k + j], i64, b),
                                       chosen);
    }
    words.push_back(chosen);
  }
  Value shift =
      arith::ExtUIOp::create(b, i64, with<arith::AndIOp>(start, 31, b));
  SmallVector<Value> bits;
  for (unsigned k = 0; k < 3; ++k) {
    Value both = arith::OrIOp::create(b, with<arith::ShLIOp>(words[k], 32, b),
                                      words[k + 1]);
    bits.push_back(
        with<arith::ShRUIOp>(arith::ShLIOp::create(b, both, shift), 32, b));
  }
  return bits;
}

/// Payne-Hanek reduction: %x = %m * 2^(%e - 150), so that %x * 2 / pi is %m
/// times the bits of 2 / pi. The first %e - 150 - 2 bits contribute whole turns
/// only.
static Angle reduceLarge(Value x, Build &b) {
  Type i32 = b.getI32Type(), i64 = b.getI64Type();
  Value bits = arith::BitcastOp::create(b, i32, x);
  Value exponent = with<arith::ShRUIOp>(bits, 23, b);
  Value mantissa = arith::ExtUIOp::create(
      b, i64,
      with<arith::OrIOp>(with<arith::AndIOp>(bits, 0x7fffff, b), 0x800000, b));
  SmallVector<Value> factors =
      bitsFrom(with<arith::SubIOp>(exponent, 150 - 7, b), b);
  for (Value &factor : factors)
    factor = arith::MulIOp::create(b, factor, mantissa);
  Value turns = arith::AddIOp::create(
      b,
      arith::AddIOp::create(b, with<arith::ShLIOp>(factors[0], 32, b),
                            factors[1]),
      with<arith::ShRUIOp>(factors[2], 32, b)); // 2^64 are one turn
  Value quarters = with<arith::ShRUIOp>(
      with<arith::AddIOp>(turns, uint64_t(1) << 61, b), 62, b);
  Value rest =
      arith::SubIOp::create(b, turns, with<arith::ShLIOp>(quarters, 62, b));
  Value angle =
      arith::MulFOp::create(b, arith::SIToFPOp::create(b, b.getF32Type(), rest),
                            real(0x1.921fb6p-62, b));
  Value none = arith::SubFOp::create(b, x, x); // NaN where x is not finite
  return {arith::AddFOp::create(b, angle, none),
          arith::TruncIOp::create(b, i32, quarters)};
}

static Angle reduce(Value x, Build &b) {
  Value isSmall = arith::CmpFOp::create(b, arith::CmpFPredicate::OLE, x,
                                        real(largestSmall, b));
  auto either =
      scf::IfOp::create(b, TypeRange{b.getF32Type(), b.getI32Type()}, isSmall,
                        /*withElseRegion=*/true);
  for (bool small : {true, false}) {
    Block *block = small ? either.thenBlock() : either.elseBlock();
    auto in = Build::atBlockEnd(b.getLoc(), block);
    Angle angle = small ? reduceSmall(x, in) : reduceLarge(x, in);
    scf::YieldOp::create(in, ValueRange{angle.rest, angle.quarters});
  }
  return {either.getResult(0), either.getResult(1)};
}

static Value polynomial(ArrayRef<double> terms, Value x, Build &b) {
  Value sum = real(terms.back(), b);
  for (double term : llvm::reverse(terms.drop_back()))
    sum = fma(sum, x, real(term, b), b);
  return sum;
}

/// Returns the sine or cosine of `x`. The sign is set by bit operations, which
/// preserve the sign of zero.
static Value sine(Value x, bool isCosine, Build &b) {
  Value size = math::AbsFOp::create(b, x);
  auto [rest, quarters] = reduce(size, b);
  if (isCosine)
    quarters = with<arith::AddIOp>(quarters, 1, b);
  Value square = arith::MulFOp::create(b, rest, rest);
  Value odd = fma(arith::MulFOp::create(b, square, rest),
                  polynomial(sineTerms, square, b), rest, b);
  Value even = fma(square, polynomial(cosineTerms, square, b), real(1.0, b), b);
  Value isEven =
      arith::TruncIOp::create(b, b.getI1Type(), quarters); // its lowest bit
  Value value = arith::SelectOp::create(b, isEven, even, odd);
  Value sign = with<arith::ShLIOp>(quarters, 30, b);
  if (!isCosine)
    sign = arith::XOrIOp::create(
        b, sign, arith::BitcastOp::create(b, b.getI32Type(), x));
  sign = with<arith::AndIOp>(sign, 0x80000000, b);
  Value bits = arith::BitcastOp::create(b, b.getI32Type(), value);
  return arith::BitcastOp::create(b, b.getF32Type(),
                                  arith::XOrIOp::create(b, bits, sign));
}

void amp::lowering::lowerTrigonometry(gpu::GPUModuleOp kernels) {
  kernels.walk([](Operation *op) {
    if (!isa<math::SinOp, math::CosOp>(op) ||
        !op->getResult(0).getType().isF32())
      return;
    Build b(op->getLoc(), op);
    op->getResult(0).replaceAllUsesWith(
        sine(op->getOperand(0), isa<math::CosOp>(op), b));
    op->erase();
  });
}
