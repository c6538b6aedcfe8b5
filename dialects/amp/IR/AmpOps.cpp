// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpOps.cpp.inc"

LogicalResult CastOp::verify() {
  Type from = getElementTypeOrSelf(getInput());
  if (from == getElementTypeOrSelf(getOutput()))
    return emitOpError() << "expects another element type than its input's, "
                         << from;
  return success();
}

/// Returns true if `wide` represents every value of `narrow`.
static bool holdsAll(FloatType wide, FloatType narrow) {
  const llvm::fltSemantics &w = wide.getFloatSemantics();
  const llvm::fltSemantics &n = narrow.getFloatSemantics();
  return llvm::APFloat::isRepresentableBy(n, w);
}

// cast(cast(x : T) : wider than T) : T   ==>   x
OpFoldResult CastOp::fold(FoldAdaptor) {
  auto widening = getInput().getDefiningOp<CastOp>();
  if (!widening || widening.getInput().getType() != getType())
    return {};
  auto middle = cast<FloatType>(getElementTypeOrSelf(widening.getOutput()));
  if (!holdsAll(middle, cast<FloatType>(getElementTypeOrSelf(getOutput()))))
    return {};
  return widening.getInput();
}
