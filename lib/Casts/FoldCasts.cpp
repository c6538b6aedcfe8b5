// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.cast (constant 0.1 : f32) : f32 to f16   ==>   constant 9.998e-02 : f16
#include "amp/Passes.h"
#include "lib/Casts/RoundConstant.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FOLDCASTS
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

/// The attribute that holds the value of a constant op of any dialect.
static std::optional<NamedAttribute> findValue(Operation *constant) {
  for (NamedAttribute attr : constant->getAttrs())
    if (auto value = dyn_cast<TypedAttr>(attr.getValue()))
      if (value.getType() == constant->getResult(0).getType())
        return attr;
  return std::nullopt;
}

static void warnAboutLoss(Operation *constant, const RoundedConstant &rounded,
                          Type type) {
  if (rounded.overflowed)
    constant->emitWarning()
        << "constant overflows " << type << ": " << rounded.overflowed
        << " finite value(s) became infinity";
  if (rounded.flushed)
    constant->emitWarning()
        << "constant underflows " << type << ": " << rounded.flushed
        << " nonzero value(s) became zero";
}

/// Puts the rounded constant beside the old one; false if there is none.
static bool foldConstant(CastOp cast) {
  Operation *constant = cast.getInput().getDefiningOp();
  if (!constant || !constant->hasTrait<OpTrait::ConstantLike>())
    return false;
  std::optional<NamedAttribute> value = findValue(constant);
  auto type = mlir::cast<FloatType>(getElementTypeOrSelf(cast.getType()));
  std::optional<RoundedConstant> rounded;
  if (value)
    rounded = roundConstant(mlir::cast<TypedAttr>(value->getValue()), type);
  if (!rounded)
    return false;
  warnAboutLoss(constant, *rounded, type);

  OpBuilder builder(cast.getContext());
  builder.setInsertionPointAfter(constant);
  Operation *low = builder.clone(*constant);
  low->setAttr(value->getName(), rounded->value);
  low->getResult(0).setType(cast.getType());
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
    for (CastOp cast : casts)
      numFolded += foldConstant(cast);
  }
};
} // namespace
