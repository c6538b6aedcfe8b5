// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// chlo.erf  ==>  math.erf;   chlo.digamma : f32  ==>  f64 arithmetic, rounded
// chlo.broadcast_add  ==>  same as stablehlo.add
#include "dialects/chlo/IR/Chlo.h"
#include "dialects/stablehlo/Conversion/Scalar/ScalarTable.h"
#include "dialects/stablehlo/Conversion/Scalar/SpecialFunctions.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::stablehlo;

template <typename Op>
static Value unary(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return Op::create(b, in[0]);
}

template <Scalar (*function)(Scalar)>
static Value wide(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]);
  return toFloat(function(toFloat(x, b.getF64Type())), x.type());
}

template <Scalar (*function)(Scalar, Scalar)>
static Value wide(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  Scalar x(b, in[0]), y(b, in[1]);
  Type f64 = b.getF64Type();
  return toFloat(function(toFloat(x, f64), toFloat(y, f64)), x.type());
}

static Value itself(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return in[0];
}

static Value square(Operation *op, ValueRange in, ImplicitLocOpBuilder &b) {
  return arith::MulFOp::create(b, in[0], in[0]);
}

template <typename Op, typename Like> static void addLike(ScalarTable &table) {
  ScalarRow row = table.rows.lookup(TypeID::get<Like>());
  table.rows[TypeID::get<Op>()] = row;
}

static void addBroadcasts(ScalarTable &table) {
  addLike<chlo::BroadcastAddOp, AddOp>(table);
  addLike<chlo::BroadcastAndOp, AndOp>(table);
  addLike<chlo::BroadcastAtan2Op, Atan2Op>(table);
  addLike<chlo::BroadcastCompareOp, CompareOp>(table);
  addLike<chlo::BroadcastComplexOp, ComplexOp>(table);
  addLike<chlo::BroadcastDivOp, DivideOp>(table);
  addLike<chlo::BroadcastMaxOp, MaximumOp>(table);
  addLike<chlo::BroadcastMinOp, MinimumOp>(table);
  addLike<chlo::BroadcastMulOp, MultiplyOp>(table);
  addLike<chlo::BroadcastNextAfterOp, chlo::NextAfterOp>(table);
  addLike<chlo::BroadcastOrOp, OrOp>(table);
  addLike<chlo::BroadcastPolygammaOp, chlo::PolygammaOp>(table);
  addLike<chlo::BroadcastPowOp, PowerOp>(table);
  addLike<chlo::BroadcastRemOp, RemainderOp>(table);
  addLike<chlo::BroadcastSelectOp, SelectOp>(table);
  addLike<chlo::BroadcastShiftLeftOp, ShiftLeftOp>(table);
  addLike<chlo::BroadcastShiftRightArithmeticOp, ShiftRightArithmeticOp>(table);
  addLike<chlo::BroadcastShiftRightLogicalOp, ShiftRightLogicalOp>(table);
  addLike<chlo::BroadcastSubOp, SubtractOp>(table);
  addLike<chlo::BroadcastXorOp, XorOp>(table);
  addLike<chlo::BroadcastZetaOp, chlo::ZetaOp>(table);
}

void mlir::amp::stablehlo::addChloScalars(ScalarTable &table) {
  table.add<chlo::AcosOp>(unary<math::AcosOp>);
  table.add<chlo::AcoshOp>(unary<math::AcoshOp>);
  table.add<chlo::AsinOp>(unary<math::AsinOp>);
  table.add<chlo::AsinhOp>(unary<math::AsinhOp>);
  table.add<chlo::AtanOp>(unary<math::AtanOp>);
  table.add<chlo::AtanhOp>(unary<math::AtanhOp>);
  table.add<chlo::BesselI1eOp>(wide<besselI1e>);
  table.add<chlo::ConjOp>(itself);
  table.add<chlo::CoshOp>(unary<math::CoshOp>);
  table.add<chlo::DigammaOp>(wide<digamma>);
  table.add<chlo::ErfInvOp>(wide<erfInv>);
  table.add<chlo::ErfOp>(unary<math::ErfOp>);
  table.add<chlo::ErfcOp>(unary<math::ErfcOp>);
  table.add<chlo::LgammaOp>(wide<lgamma>);
  table.add<chlo::PolygammaOp>(wide<polygamma>);
  table.add<chlo::SinhOp>(unary<math::SinhOp>);
  table.add<chlo::SquareOp>(square);
  table.add<chlo::TanOp>(unary<math::TanOp>);
  table.add<chlo::ZetaOp>(wide<zeta>);
  addBroadcasts(table);
}
