// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.remf %x, %y
//   ==>   %t = |%y| * 2^n, at most |%x|; subtract %t, %t / 2, ..., |%y| from
//         |%x| where they fit, each time without an error
#include "lib/Lowering/Gpu/Ptx/Remainder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using arith::CmpFPredicate;

static Value compare(CmpFPredicate predicate, Value a, Value b,
                     ImplicitLocOpBuilder &builder) {
  return arith::CmpFOp::create(builder, predicate, a, b);
}

static Value number(double value, Type type, ImplicitLocOpBuilder &builder) {
  return arith::ConstantOp::create(builder, builder.getFloatAttr(type, value));
}

/// Emits a loop that doubles `y` while 2 * `y` <= `x`.
static Value scaleUp(Value x, Value y, ImplicitLocOpBuilder &b) {
  Value half =
      arith::MulFOp::create(b, x, number(0.5, x.getType(), b)).getResult();
  auto loop = scf::WhileOp::create(
      b, TypeRange(y.getType()), y,
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder in(loc, inner);
        Value fits = compare(CmpFPredicate::OLE, arguments[0], half, in);
        scf::ConditionOp::create(in, fits, arguments);
      },
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder in(loc, inner);
        scf::YieldOp::create(
            in,
            arith::AddFOp::create(in, arguments[0], arguments[0]).getResult());
      });
  return loop.getResult(0);
}

/// Emits the remainder of `x`: subtracts each of `top`, `top` / 2, ..., `y`
/// that is at most the remainder so far.
static Value subtractDown(Value x, Value y, Value top,
                          ImplicitLocOpBuilder &b) {
  auto loop = scf::WhileOp::create(
      b, TypeRange{x.getType(), x.getType()}, ValueRange{x, top},
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder in(loc, inner);
        Value goesOn = compare(CmpFPredicate::OGE, arguments[1], y, in);
        scf::ConditionOp::create(in, goesOn, arguments);
      },
      [&](OpBuilder &inner, Location loc, ValueRange arguments) {
        ImplicitLocOpBuilder in(loc, inner);
        Value rest = arguments[0], part = arguments[1];
        Value less = arith::SubFOp::create(in, rest, part);
        Value fits = compare(CmpFPredicate::OGE, rest, part, in);
        Value half =
            arith::MulFOp::create(in, part, number(0.5, part.getType(), in));
        scf::YieldOp::create(
            in,
            ValueRange{arith::SelectOp::create(in, fits, less, rest), half});
      });
  return loop.getResult(0);
}

static Value remainder(Value x, Value y, ImplicitLocOpBuilder &b) {
  Type type = x.getType();
  double infinity = std::numeric_limits<double>::infinity();
  Value most = number(infinity, type, b);
  Value sizeX = math::AbsFOp::create(b, x), sizeY = math::AbsFOp::create(b, y);
  Value isFinite = compare(CmpFPredicate::OLT, sizeX, most, b);
  Value isPositive =
      compare(CmpFPredicate::OGT, sizeY, number(0.0, type, b), b);
  Value isInfinite = compare(CmpFPredicate::OEQ, sizeY, most, b);
  Value isBelow = compare(CmpFPredicate::OLT, sizeY, most, b);
  Value isUsual = arith::AndIOp::create(
      b, isFinite, arith::AndIOp::create(b, isPositive, isBelow));
  Value from = arith::SelectOp::create(b, isUsual, sizeX, number(0.0, type, b));
  Value by = arith::SelectOp::create(b, isUsual, sizeY, number(1.0, type, b));
  Value rest = subtractDown(from, by, scaleUp(from, by, b), b);
  Value usual = math::CopySignOp::create(b, rest, x);
  Value whole = arith::AndIOp::create(b, isFinite, isInfinite);
  Value nan = number(std::numeric_limits<double>::quiet_NaN(), type, b);
  Value other = arith::SelectOp::create(b, whole, x, nan);
  return arith::SelectOp::create(b, isUsual, usual, other);
}

void amp::lowering::lowerRemainders(gpu::GPUModuleOp kernels) {
  kernels.walk([](arith::RemFOp op) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    op.replaceAllUsesWith(remainder(op.getLhs(), op.getRhs(), builder));
    op.erase();
  });
}
