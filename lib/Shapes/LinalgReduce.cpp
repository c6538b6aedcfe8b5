// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.reduce with arith.maximumf   ==>   -inf changes nothing
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

namespace {
struct Neutral {
  StringLiteral name;
  TypedAttr (*find)(Type);
};
} // namespace

static TypedAttr floatOf(Type type,
                         APFloat (*make)(const llvm::fltSemantics &, bool),
                         bool isNegative) {
  auto format = dyn_cast<FloatType>(type);
  bool hasAll = type.isF16() || type.isBF16() || type.isF32() || type.isF64();
  return hasAll ? FloatAttr::get(format,
                                 make(format.getFloatSemantics(), isNegative))
                : TypedAttr();
}

static TypedAttr integerOf(Type type, APInt (*make)(unsigned)) {
  auto format = dyn_cast<IntegerType>(type);
  return format ? IntegerAttr::get(format, make(format.getWidth()))
                : TypedAttr();
}

/// Of sums of floats -0: +0 would make +0 of a sum that is -0.
static constexpr Neutral neutrals[] = {
    {"arith.addf", [](Type t) { return floatOf(t, APFloat::getZero, true); }},
    {"arith.addi", [](Type t) { return integerOf(t, APInt::getZero); }},
    {"arith.andi", [](Type t) { return integerOf(t, APInt::getAllOnes); }},
    {"arith.maximumf",
     [](Type t) { return floatOf(t, APFloat::getInf, true); }},
    {"arith.maxsi",
     [](Type t) { return integerOf(t, APInt::getSignedMinValue); }},
    {"arith.maxui", [](Type t) { return integerOf(t, APInt::getZero); }},
    {"arith.minimumf",
     [](Type t) { return floatOf(t, APFloat::getInf, false); }},
    {"arith.minsi",
     [](Type t) { return integerOf(t, APInt::getSignedMaxValue); }},
    {"arith.minui", [](Type t) { return integerOf(t, APInt::getAllOnes); }},
    {"arith.ori", [](Type t) { return integerOf(t, APInt::getZero); }},
};

/// One value is folded into another by one op.
TypedAttr amp::shapes::findLinalgNeutral(Operation *op) {
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 ||
      op->getNumRegions() != 1 || !runsAlongDims(op))
    return {};
  Block &body = op->getRegion(0).front();
  Operation &first = body.front();
  auto reads = [&](unsigned a, unsigned b) {
    return first.getOperand(a) == body.getArgument(0) &&
           first.getOperand(b) == body.getArgument(1);
  };
  if (first.getNumOperands() != 2 || body.getOperations().size() != 2 ||
      body.back().getOperands() != first.getResults() ||
      !(reads(0, 1) || reads(1, 0)))
    return {};
  const Neutral *neutral = llvm::find_if(neutrals, [&](const Neutral &known) {
    return known.name == first.getName().getStringRef();
  });
  return neutral == std::end(neutrals)
             ? TypedAttr()
             : neutral->find(getElementTypeOrSelf(op->getResult(0)));
}

bool amp::shapes::reducesLinalgDim(Operation *op, int64_t dim) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || op->getNumOperands() != 2)
    return false;
  AffineMap map = linalgOp.getMatchingIndexingMap(&op->getOpOperand(0));
  auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
  return loop && linalgOp.getIteratorTypesArray()[loop.getPosition()] ==
                     utils::IteratorType::reduction;
}
