// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.cast %x : tensor<4xf32> to tensor<4xf16>
//   ==>   stablehlo.convert %x   // or tosa.cast, or arith.truncf / arith.extf
#include "amp/Passes.h"
#include "lib/OpModel/BlockOrder.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::amp {
#define GEN_PASS_DEF_LOWERTONATIVE
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Op that converts float tensors next to ops of `dialect`.
struct NativeCast {
  StringLiteral dialect, op;
};
} // namespace

// Created by name: an embedder may link another StableHLO.
static constexpr NativeCast nativeCasts[] = {
    {"chlo", "stablehlo.convert"},
    {"stablehlo", "stablehlo.convert"},
    {"tosa", "tosa.cast"},
};

static StringRef nativeCastBeside(Operation *neighbour) {
  if (!neighbour)
    return {};
  for (const NativeCast &native : nativeCasts)
    if (native.dialect == neighbour->getName().getDialectNamespace())
      return native.op;
  return {};
}

/// Returns the conversion op of the first dialect that has one, for casts
/// between calls or next to ops of dialects without one.
static StringRef nativeCastOf(ModuleOp module) {
  StringRef found;
  module.walk([&](Operation *op) {
    found = nativeCastBeside(op);
    return found.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  return found;
}

/// Returns the tensor op for this cast, or an empty name for the arith ops.
static StringRef chooseNativeCast(CastOp cast, StringRef moduleCast) {
  if (!isa<TensorType>(cast.getType()))
    return {};
  if (StringRef name = nativeCastBeside(cast.getInput().getDefiningOp());
      !name.empty())
    return name;
  for (Operation *user : cast->getUsers())
    if (StringRef name = nativeCastBeside(user); !name.empty())
      return name;
  return moduleCast;
}

static LogicalResult lowerCast(CastOp cast, StringRef moduleCast) {
  OpBuilder builder(cast);
  Location loc = cast.getLoc();
  Type type = cast.getType();
  Value input = cast.getInput();
  Value native;
  if (StringRef name = chooseNativeCast(cast, moduleCast); !name.empty()) {
    OperationState state(loc, name, input, type);
    native = builder.create(state)->getResult(0);
  } else {
    unsigned from = getElementTypeOrSelf(input).getIntOrFloatBitWidth();
    unsigned to = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (from == to)
      return cast.emitOpError("has no native form: arith converts no float "
                              "type to another of the same width");
    native = from > to
                 ? Value(arith::TruncFOp::create(builder, loc, type, input))
                 : Value(arith::ExtFOp::create(builder, loc, type, input));
  }
  keepOrder(native.getDefiningOp());
  cast.replaceAllUsesWith(native);
  cast.erase();
  return success();
}

/// amp.policy = #amp.policy<…>   ==>   amp.applied = {policy = "…", …}
static void recordPolicy(ModuleOp module) {
  auto policy = dyn_cast_if_present<PolicyAttr>(
      module->removeDiscardableAttr(AmpDialect::policyAttrName));
  if (!policy)
    return;
  Builder builder(module.getContext());
  module->setDiscardableAttr(
      AmpDialect::appliedAttrName,
      builder.getDictionaryAttr(
          {builder.getNamedAttr("policy", policy.fingerprint()),
           builder.getNamedAttr("stages", builder.getStrArrayAttr(
                                              {"assign", "place", "fold"}))}));
}

namespace {
struct LowerToNative : amp::impl::LowerToNativeBase<LowerToNative> {
  using Base::Base;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    StringRef moduleCast = nativeCastOf(module);
    // Earlier passes have consumed these attributes.
    StringAttr consumed[] = {
        StringAttr::get(&getContext(), AmpDialect::rangeAttrName),
        StringAttr::get(&getContext(), AmpDialect::reasonAttrName),
        StringAttr::get(&getContext(), AmpDialect::requireAttrName),
        StringAttr::get(&getContext(), AmpDialect::roleAttrName),
        StringAttr::get(&getContext(), AmpDialect::safetyAttrName)};
    auto lowered = module.walk([&](Operation *op) {
      for (StringAttr name : consumed)
        if (op->getDiscardableAttr(name))
          op->removeDiscardableAttr(name);
      auto cast = dyn_cast<CastOp>(op);
      return cast && failed(lowerCast(cast, moduleCast))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (lowered.wasInterrupted())
      return signalPassFailure();
    module->removeDiscardableAttr(AmpDialect::beforeAttrName);
    module->removeDiscardableAttr(AmpDialect::solutionAttrName);
    recordPolicy(module);
  }
};
} // namespace
