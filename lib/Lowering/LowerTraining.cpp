// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %u, %found = amp.unscale %g by %scale
//   ==>   %u = multiply %g, broadcast(divide 1.0, %scale)
//         %found = not(reduce(is_finite %u) by and)
// amp.guard %found, (%new) else (%old)   ==>   select %found, %old, %new
#include "amp/ScalingPasses.h"
#include "lib/Lowering/GuardStates.h"
#include "lib/Lowering/UpdateScale.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LOWERTRAINING
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns x * factor, rounded once: in f32, or in the type of x if it is
/// wider.
static Value multiply(GraphBuilder &b, Value x, Value factor) {
  Type element = getElementTypeOrSelf(x);
  Type wide =
      element.getIntOrFloatBitWidth() > 32 ? element : b.builder.getF32Type();
  Value spread = b.broadcast(b.convert(factor, wide), x);
  Value product = b.apply("multiply", {b.convert(x, wide), spread});
  return b.convert(product, element);
}

static SmallVector<Value> build(GraphBuilder &b, ScaleOp scale) {
  return {multiply(b, scale.getInput(), scale.getScale())};
}

static SmallVector<Value> build(GraphBuilder &b, UnscaleOp unscale) {
  Value one = b.scalar(b.builder.getF32FloatAttr(1.0));
  Value inverse = b.apply("divide", {one, unscale.getScale()});
  SmallVector<Value> results;
  Value finite;
  for (Value gradient : unscale.getGradients()) {
    results.push_back(multiply(b, gradient, inverse));
    Value all = b.allFinite(results.back());
    finite = finite ? b.apply("and", {finite, all}) : all;
  }
  results.push_back(b.apply("not", finite));
  return results;
}

static SmallVector<Value> build(GraphBuilder &, GuardOp guard) {
  return buildGuard(guard);
}

static SmallVector<Value> build(GraphBuilder &b, UpdateScaleOp update) {
  return buildUpdate(b, update);
}

template <typename OpT> static LogicalResult lower(OpT op) {
  OpBuilder builder(op);
  GraphBuilder b(builder, op.getLoc(), /*keepsOrder=*/false);
  for (Type type : op->getOperandTypes())
    if (!isa<RankedTensorType>(type))
      return op.emitOpError() << "expects ranked tensors to have a form in "
                                 "StableHLO, but got "
                              << type;
  op->replaceAllUsesWith(build(b, op));
  op->erase();
  return success();
}

static LogicalResult lowerAny(Operation *op) {
  if (auto scale = dyn_cast<ScaleOp>(op))
    return lower(scale);
  if (auto unscale = dyn_cast<UnscaleOp>(op))
    return lower(unscale);
  if (auto update = dyn_cast<UpdateScaleOp>(op))
    return lower(update);
  if (auto guard = dyn_cast<GuardOp>(op))
    return lower(guard);
  return success();
}

namespace {
struct LowerTraining : amp::impl::LowerTrainingBase<LowerTraining> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<ScaleOp, UnscaleOp, UpdateScaleOp, GuardOp>(op))
        ops.push_back(op);
    });
    if (!ops.empty() && !getContext().getLoadedDialect("stablehlo")) {
      ops.front()->emitOpError("has a form in StableHLO alone, but the module "
                               "has no op of that dialect");
      return signalPassFailure();
    }
    for (Operation *op : ops)
      if (failed(lowerAny(op)))
        return signalPassFailure();
  }
};
} // namespace
