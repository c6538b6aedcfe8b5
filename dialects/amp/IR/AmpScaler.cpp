// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/AmpTraining.h"
#include "mlir/IR/Builders.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"
#include <cfloat>

using namespace mlir;
using namespace mlir::amp;

using EmitError = function_ref<InFlightDiagnostic()>;

/// 65536.0, 0.0009765625, 1.07374182e+09: nine digits distinguish all f32
/// values.
std::string ScalerAttr::numberText(FloatAttr number) {
  std::string text =
      llvm::formatv("{0}", llvm::format("%.9g", number.getValueAsDouble()));
  size_t exponent = text.find('e');
  if (text.find('.') == std::string::npos && number.getValue().isFinite())
    text.insert(std::min(exponent, text.size()), ".0");
  return text;
}

static LogicalResult verifyRange(EmitError emitError, StringRef name,
                                 FloatAttr value, bool holds,
                                 StringRef wanted) {
  if (holds && value.getValue().isFinite())
    return success();
  return emitError() << "expects " << name << " to be " << wanted
                     << " and finite in f32, but got "
                     << ScalerAttr::numberText(value);
}

static LogicalResult verifyCount(EmitError emitError, StringRef name,
                                 int32_t value) {
  if (value >= 1)
    return success();
  return emitError() << "expects " << name << " to be 1 or more, but got "
                     << value;
}

static LogicalResult verifyExact(EmitError emitError, StringRef name,
                                 FloatAttr value) {
  const APFloat &number = value.getValue();
  if (!number.isFiniteNonZero() || number.getExactLog2Abs() != INT_MIN)
    return success();
  return emitError() << "expects " << name
                     << " to be a power of two, as exact scaling was asked "
                        "for, but got "
                     << ScalerAttr::numberText(value);
}

static LogicalResult verifySteps(EmitError emitError, int32_t interval,
                                 int32_t hysteresis, int32_t decrEveryN,
                                 AtMin atMin, bool noMin) {
  if (failed(verifyCount(emitError, "interval", interval)) ||
      failed(verifyCount(emitError, "hysteresis", hysteresis)) ||
      failed(verifyCount(emitError, "decr_every_n", decrEveryN)))
    return failure();
  if (hysteresis > 1 && decrEveryN > 1)
    return emitError() << "expects hysteresis or decr_every_n, not both, but "
                          "got "
                       << hysteresis << " and " << decrEveryN;
  if (atMin == AtMin::error && noMin)
    return emitError() << "expects min above 0 with at_min = error, but got 0";
  return success();
}

LogicalResult ScalerAttr::verify(EmitError emitError, ScalerMode mode,
                                 FloatAttr init, FloatAttr growth,
                                 FloatAttr backoff, int32_t interval,
                                 FloatAttr min, FloatAttr max,
                                 int32_t hysteresis, Refill, int32_t decrEveryN,
                                 WindowOffset, AtMin atMin, bool, bool exact) {
  APFloat one(1.0f), zero(0.0f), first = init.getValue();
  APFloat factor = backoff.getValue(), floor = min.getValue();
  APFloat cap = max.getValue();
  auto largest =
      cap.isInfinity() ? FloatAttr::get(max.getType(), FLT_MAX) : max;
  if (failed(verifyRange(emitError, "growth", growth, growth.getValue() > one,
                         "above 1")) ||
      failed(verifyRange(emitError, "backoff", backoff,
                         factor > zero && factor < one, "between 0 and 1")) ||
      failed(verifyRange(emitError, "min", min, floor >= zero, "0 or more")) ||
      failed(
          verifyRange(emitError, "max", largest, cap > floor, "above min")) ||
      failed(verifyRange(emitError, "init", init,
                         first > zero && first >= floor && first <= cap,
                         "above 0, between min and max")) ||
      failed(verifySteps(emitError, interval, hysteresis, decrEveryN, atMin,
                         floor.isZero())))
    return failure();
  return success(!exact ||
                 (succeeded(verifyExact(emitError, "init", init)) &&
                  succeeded(verifyExact(emitError, "growth", growth)) &&
                  succeeded(verifyExact(emitError, "backoff", backoff)) &&
                  succeeded(verifyExact(emitError, "min", min)) &&
                  succeeded(verifyExact(emitError, "max", max))));
}

SmallVector<ScalerState> ScalerAttr::getStates() const {
  Builder b(getContext());
  SmallVector<ScalerState> states;
  auto add = [&](StringRef role, TypedAttr init) {
    auto type = RankedTensorType::get({}, init.getType());
    states.push_back(
        {role, type, DenseElementsAttr::get(type, Attribute(init))});
  };
  if (isStatic())
    return states;
  add("scale", getInit());
  add("growth_tracker",
      b.getI32IntegerAttr(getWindowOffset() == WindowOffset::first ? -1 : 0));
  if (getHysteresis() > 1)
    add("hysteresis", b.getI32IntegerAttr(getHysteresis()));
  if (getDecrEveryN() > 1)
    add("bad_steps", b.getI32IntegerAttr(0));
  if (getDelay())
    add("next_scale", getInit());
  if (getAtMin() == AtMin::error)
    add("at_min", b.getBoolAttr(false));
  return states;
}

int ScalerAttr::findState(StringRef role) const {
  for (auto [i, state] : llvm::enumerate(getStates()))
    if (state.role == role)
      return i;
  return -1;
}

ScalerAttr ScalerAttr::with(FloatAttr init, bool exact,
                            EmitError emitError) const {
  return getChecked(emitError, getContext(), getMode(), init, getGrowth(),
                    getBackoff(), getInterval(), getMin(), getMax(),
                    getHysteresis(), getRefill(), getDecrEveryN(),
                    getWindowOffset(), getAtMin(), getDelay(), exact);
}
