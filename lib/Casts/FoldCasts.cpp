// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.cast (constant 0.1 : f32) : f32 to f16   ==>   constant 9.998e-02 : f16
#include "amp/Passes.h"
#include "lib/Casts/FoldConstant.h"
#include "lib/OpModel/BlockOrder.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FOLDCASTS
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

/// Replaces a cast of a constant by the rounded constant, which is placed after
/// the old one; returns false if the input is not a known constant.
static bool foldConstant(CastOp cast) {
  Operation *constant = cast.getInput().getDefiningOp();
  if (!constant || !constant->hasTrait<OpTrait::ConstantLike>())
    return false;
  auto type = mlir::cast<FloatType>(getElementTypeOrSelf(cast.getType()));
  OpBuilder builder(cast.getContext());
  builder.setInsertionPointAfter(constant);
  Operation *low = builder.clone(*constant);
  if (!roundInPlace(low, type)) {
    low->erase();
    return false;
  }
  keepOrder(low);
  cast.replaceAllUsesWith(low->getResult(0));
  cast.erase();
  if (constant->use_empty())
    constant->erase();
  return true;
}

namespace {
struct FoldCasts : amp::impl::FoldCastsBase<FoldCasts> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<CastOp> casts;
    getOperation().walk([&](CastOp cast) { casts.push_back(cast); });
    bool changed = false;
    for (CastOp cast : casts)
      if (foldConstant(cast)) {
        ++numFolded;
        changed = true;
      }
    if (!changed)
      markAllAnalysesPreserved();
  }
};
} // namespace
