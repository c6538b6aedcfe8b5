// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::amp;

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpTraining.cpp.inc"

static bool isOne(Attribute constant) {
  auto elements = dyn_cast_if_present<SplatElementsAttr>(constant);
  return elements && elements.getSplatValue<APFloat>().isExactlyValue(1.0);
}

//===----------------------------------------------------------------------===//
// scale, unscale
//===----------------------------------------------------------------------===//

// scale(x by 1)   ==>   x
OpFoldResult ScaleOp::fold(FoldAdaptor adaptor) {
  if (isOne(adaptor.getScale()))
    return getInput();
  return {};
}

void UnscaleOp::build(OpBuilder &builder, OperationState &state,
                      ValueRange gradients, Value scale) {
  SmallVector<Type> types(gradients.getTypes());
  types.push_back(RankedTensorType::get({}, builder.getI1Type()));
  build(builder, state, types, gradients, scale);
}

LogicalResult UnscaleOp::verify() {
  if (getGradients().empty())
    return emitOpError("expects a gradient at least, but got none");
  return success();
}

// %u, %found = unscale(%g by 1)   ==>   %g, %found
LogicalResult UnscaleOp::canonicalize(UnscaleOp op, PatternRewriter &rewriter) {
  Attribute scale;
  if (!matchPattern(op.getScale(), m_Constant(&scale)) || !isOne(scale))
    return rewriter.notifyMatchFailure(op, "the scale is not 1");
  if (llvm::all_of(op.getUnscaled(), [](Value u) { return u.use_empty(); }))
    return rewriter.notifyMatchFailure(op, "only the flag is read");
  for (auto [unscaled, gradient] :
       llvm::zip_equal(op.getUnscaled(), op.getGradients()))
    rewriter.replaceAllUsesWith(unscaled, gradient);
  return success();
}

//===----------------------------------------------------------------------===//
// update_scale
//===----------------------------------------------------------------------===//

void UpdateScaleOp::build(OpBuilder &builder, OperationState &state,
                          ValueRange states, Value foundInf,
                          ScalerAttr scaler) {
  build(builder, state, states.getTypes(), states, foundInf, scaler);
}

LogicalResult UpdateScaleOp::verify() {
  SmallVector<ScalerState> wanted = getScaler().getStates();
  if (wanted.size() != getState().size())
    return emitOpError() << "expects the " << wanted.size()
                         << " states of its scaler, but got "
                         << getState().size();
  for (auto [state, value] : llvm::zip_equal(wanted, getState()))
    if (state.type != value.getType())
      return emitOpError() << "expects '" << state.role << "' to be "
                           << state.type << ", but got " << value.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// guard
//===----------------------------------------------------------------------===//

void GuardOp::build(OpBuilder &builder, OperationState &state, Value foundInf,
                    ValueRange updated, ValueRange previous) {
  build(builder, state, updated.getTypes(), foundInf, updated, previous);
}

// guard(true, (new) else (old))   ==>   old, and new for false
LogicalResult GuardOp::fold(FoldAdaptor adaptor,
                            SmallVectorImpl<OpFoldResult> &results) {
  auto found = dyn_cast_if_present<SplatElementsAttr>(adaptor.getFoundInf());
  if (!found)
    return failure();
  bool overflowed = found.getSplatValue<bool>();
  llvm::append_range(results, overflowed ? getPrevious() : getUpdated());
  return success();
}

// guard(f, (a, x) else (b, x))   ==>   guard(f, (a) else (b)), x
LogicalResult GuardOp::canonicalize(GuardOp op, PatternRewriter &rewriter) {
  SmallVector<Value> updated, previous, results(op.getUpdated());
  SmallVector<unsigned> kept;
  for (auto [i, both] :
       llvm::enumerate(llvm::zip_equal(op.getUpdated(), op.getPrevious()))) {
    auto [next, old] = both;
    if (next == old)
      continue;
    kept.push_back(i);
    updated.push_back(next);
    previous.push_back(old);
  }
  if (kept.size() == results.size())
    return rewriter.notifyMatchFailure(op, "every state changes");
  auto guarded = GuardOp::create(rewriter, op.getLoc(), op.getFoundInf(),
                                 updated, previous);
  for (auto [i, result] : llvm::zip_equal(kept, guarded.getGuarded()))
    results[i] = result;
  rewriter.replaceOp(op, results);
  return success();
}
