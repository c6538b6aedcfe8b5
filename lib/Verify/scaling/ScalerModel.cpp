// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One step of the scaler, as documented in dialects/amp/IR/AmpTraining.td.
#include "lib/Verify/scaling/ScalerModel.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static float valueOf(FloatAttr number) {
  return number.getValue().convertToFloat();
}

static int32_t firstTracker(ScalerAttr scaler) {
  return scaler.getWindowOffset() == WindowOffset::first ? -1 : 0;
}

SmallVector<Scalar> verify::initialState(ScalerAttr scaler) {
  SmallVector<Scalar> state;
  for (StringRef role : rolesOf(scaler)) {
    Scalar &slot = state.emplace_back();
    if (role == "scale" || role == "next_scale")
      slot.f = valueOf(scaler.getInit());
    else if (role == "growth_tracker")
      slot.i = firstTracker(scaler);
    else if (role == "hysteresis")
      slot.i = scaler.getHysteresis();
  }
  return state;
}

namespace {
/// State of a scaler, indexed by role.
struct Named {
  Named(ScalerAttr scaler, ArrayRef<Scalar> from)
      : roles(rolesOf(scaler)), state(from) {}

  Scalar &operator[](StringRef role) {
    return state[llvm::find(roles, role) - roles.begin()];
  }
  bool has(StringRef role) const { return llvm::is_contained(roles, role); }

  SmallVector<StringRef> roles;
  SmallVector<Scalar> state;
};
} // namespace

static void reduce(ScalerAttr scaler, Named &next, StringRef scale) {
  float old = next[scale].f, floor = valueOf(scaler.getMin());
  if (next.has("at_min") && old <= floor)
    next["at_min"].b = true;
  float reduced = old * valueOf(scaler.getBackoff());
  next[scale].f = floor > 0 && reduced < floor ? floor : reduced;
}

static void overflowed(ScalerAttr scaler, Named &next, StringRef scale) {
  next["growth_tracker"].i = firstTracker(scaler);
  if (next.has("hysteresis") && next["hysteresis"].i > 1) {
    --next["hysteresis"].i;
    return;
  }
  if (next.has("bad_steps")) {
    if (++next["bad_steps"].i < scaler.getDecrEveryN())
      return;
    next["bad_steps"].i = 0;
  }
  reduce(scaler, next, scale);
}

static void passed(ScalerAttr scaler, Named &next, StringRef scale) {
  if (next.has("bad_steps"))
    next["bad_steps"].i = 0;
  if (next.has("hysteresis") && scaler.getRefill() == Refill::on_good)
    next["hysteresis"].i = scaler.getHysteresis();
  int32_t longer = scaler.getWindowOffset() == WindowOffset::every;
  if (++next["growth_tracker"].i < scaler.getInterval() + longer)
    return;
  next["growth_tracker"].i = 0;
  if (next.has("hysteresis"))
    next["hysteresis"].i = scaler.getHysteresis();
  float grown = next[scale].f * valueOf(scaler.getGrowth());
  float most = valueOf(scaler.getMax());
  if (std::isfinite(most))
    next[scale].f = grown > most ? most : grown;
  else if (std::isfinite(grown))
    next[scale].f = grown;
}

SmallVector<Scalar> verify::nextState(ScalerAttr scaler, ArrayRef<Scalar> state,
                                      bool overflow) {
  Named next(scaler, state);
  if (scaler.getDelay())
    next["scale"].f = next["next_scale"].f;
  StringRef moved = scaler.getDelay() ? "next_scale" : "scale";
  if (overflow)
    overflowed(scaler, next, moved);
  else
    passed(scaler, next, moved);
  next["skipped"].i += overflow;
  return next.state;
}

std::optional<Scalar> verify::scalarOf(Value value) {
  Attribute constant = constantOf(value);
  Scalar scalar;
  if (auto number = dyn_cast_if_present<FloatAttr>(constant);
      number && number.getType().isF32()) {
    scalar.f = number.getValue().convertToFloat();
    return scalar;
  }
  auto integer = dyn_cast_if_present<IntegerAttr>(constant);
  if (!integer)
    return std::nullopt;
  if (integer.getType().isInteger(1))
    scalar.b = integer.getValue().isOne();
  else if (integer.getType().isInteger(32))
    scalar.i = int32_t(integer.getValue().getSExtValue());
  else
    return std::nullopt;
  return scalar;
}

LogicalResult verify::checkInitialState(FunctionOpInterface function,
                                        Scales &scales) {
  SmallVector<Scalar> wanted;
  SmallVector<std::string> names;
  SmallVector<StringRef> roles;
  for (auto [number, group] : llvm::enumerate(scales.marks.groups))
    if (scales.scaler && scales.marks.isScaled(number)) {
      llvm::append_range(wanted, initialState(scales.scaler));
      for (StringRef role : rolesOf(scales.scaler)) {
        roles.push_back(role);
        names.push_back(("scaler['" + group.getValue() + "']." + role).str());
      }
    }
  if (wanted.empty())
    return success();
  std::string name = (function.getName() + "_init_scaler").str();
  auto made = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      function, StringAttr::get(function.getContext(), name));
  auto breaks = [&](Operation *op) {
    InFlightDiagnostic error = op->emitError();
    error << "breaks \"the scaler starts as it says\": ";
    return error;
  };
  if (!made || !made.isPublic() || !made.getFunctionBody().hasOneBlock())
    return breaks(function) << "expects a public function '" << name << "'";
  Operation *end = made.getFunctionBody().front().getTerminator();
  if (made.getNumArguments() != 0 || end->getNumOperands() != wanted.size())
    return breaks(made) << "expects " << wanted.size()
                        << " results and no argument, but got "
                        << end->getNumOperands() << " and "
                        << made.getNumArguments();
  for (unsigned i = 0; i < wanted.size(); ++i) {
    std::optional<Scalar> value = scalarOf(end->getOperand(i));
    auto role = made.getResultAttrOfType<StringAttr>(i, "amp.role");
    auto state = made.getResultAttrOfType<StringAttr>(i, "amp.state");
    if (!value || !(*value == wanted[i]))
      return breaks(end) << "expects another first value of " << names[i];
    if (!role || role.getValue() != roles[i] || !state ||
        state.getValue() != names[i])
      return breaks(made) << "expects result " << i << " to be " << names[i];
  }
  return success();
}
