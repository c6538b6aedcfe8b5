// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loss scalers of frameworks, and the options that select one.
#include "lib/Scaling/Scalers.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
struct Preset {
  StringLiteral name, parameters;
};
} // namespace

/// Parameters that differ from the defaults: initial scale 2^16, growth by 2
/// after 2000 good steps, backoff by 1/2 after an overflow.
static constexpr Preset presets[] = {
    // apex.amp.scaler: no minimum; maximum 2^24
    {"apex", "max = 16777216.0"},
    // deepspeed.runtime.fp16.loss_scaler: counts iterations from the one after
    // an overflow; raises an error instead of going below the minimum
    {"deepspeed", "interval = 1000, min = 1.0, hysteresis = 2, "
                  "window_offset = first, at_min = error"},
    // the same with consecutive_hysteresis
    {"deepspeed-consecutive",
     "interval = 1000, min = 1.0, hysteresis = 2, refill = on_good, "
     "window_offset = first, at_min = error"},
    // This project: limits within which a scale is useful, so that the scale
    // reaches neither 0 nor infinity
    {"default", "min = 5.9604644775390625e-08, max = 16777216.0, exact = true"},
    // flax.training.dynamic_scale: compares before it counts; the limits are
    // the normal range of f32, whose maximum is no power of two
    {"flax", "min = 1.17549435e-38, max = 3.40282347e+38, "
             "window_offset = every"},
    // jmp.DynamicLossScale: initial scale of its example; the period counts
    // from 0
    {"jmp", "init = 32768.0, min = 1.0"},
    // keras.optimizers.LossScaleOptimizer: no limits
    {"keras", "init = 32768.0"},
    // megatron.core.optimizer.grad_scaler and its command line: only growth
    // refills the hysteresis, contrary to its documentation
    {"megatron", "init = 4294967296.0, interval = 1000, min = 1.0, "
                 "hysteresis = 2"},
    // mxnet.amp.loss_scaler: the next step still uses the old scale
    {"mxnet", "max = 16777216.0, delay = true"},
    // paddle.amp.GradScaler on the host: no limits
    {"paddle", ""},
    // Paddle's kernel update_loss_scaling with its defaults: backoff after two
    // overflows in a row; minimum 1
    {"paddle-kernel", "init = 32768.0, interval = 1000, min = 1.0, "
                      "decr_every_n = 2"},
    // torch.amp.GradScaler: no limits; skips a growth to infinity
    {"torch", ""},
};

static FailureOr<ScalerAttr> parseText(const Twine &text, Location errorsAt) {
  MLIRContext *context = errorsAt.getContext();
  std::string said;
  Attribute parsed;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      said = diagnostic.str();
      return success();
    });
    parsed = parseAttribute(text.str(), context);
  }
  if (auto scaler = dyn_cast_if_present<ScalerAttr>(parsed))
    return scaler;
  return emitError(errorsAt)
         << "expects scaler to be an #amp.scaler, but got '" << text << "'"
         << (said.empty() ? "" : ": ") << said;
}

/// Parameters of #amp.scaler that may follow the name of a preset.
static constexpr StringLiteral floatParameters[] = {"init", "growth", "backoff",
                                                    "min", "max"};
static constexpr StringLiteral otherParameters[] = {
    "interval",      "hysteresis", "refill", "decr_every_n",
    "window_offset", "at_min",     "delay",  "exact"};

using Parameters = llvm::MapVector<StringRef, std::string>;

/// Adds the parameters of a preset, `init = 32768.0, min = 1.0`, without
/// checks.
static void addPreset(Parameters &parameters, StringRef text) {
  SmallVector<StringRef> pairs;
  text.split(pairs, ", ", /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (StringRef pair : pairs) {
    auto [key, value] = pair.split(" = ");
    parameters[key] = value.str();
  }
}

/// Overrides parameters by those of a user's text, `interval=500,init=1024`.
static LogicalResult changeParameters(Parameters &parameters, StringRef text,
                                      Location errorsAt) {
  SmallVector<StringRef> pairs;
  text.split(pairs, ',');
  llvm::SmallDenseSet<StringRef> changed;
  for (StringRef pair : pairs) {
    auto [key, value] = pair.split('=');
    key = key.trim(), value = value.trim();
    bool isFloat = llvm::is_contained(floatParameters, key);
    if (!isFloat && !llvm::is_contained(otherParameters, key)) {
      InFlightDiagnostic error = emitError(errorsAt)
                                 << "expects a parameter of a scaler (";
      auto names =
          llvm::concat<const StringLiteral>(floatParameters, otherParameters);
      llvm::interleaveComma(
          names, error, [&](StringRef name) { error << "'" << name << "'"; });
      return error << "), but got '" << key << "'";
    }
    if (value.empty() || !changed.insert(key).second)
      return emitError(errorsAt) << "expects one value for '" << key
                                 << "' of scaler, but got '" << text << "'";
    double number;
    if (isFloat && !value.getAsDouble(number))
      parameters[key] = ScalerAttr::numberText(
          Builder(errorsAt.getContext()).getF32FloatAttr(number));
    else
      parameters[key] = value.str();
  }
  return success();
}

/// Returns the scaler of a preset with optional overrides: `torch`,
/// `torch,interval=500`.
static FailureOr<ScalerAttr> findScaler(StringRef text, Location errorsAt) {
  if (text.starts_with("#"))
    return parseText(text, errorsAt);
  auto [name, changes] = text.split(',');
  if (name.contains('='))
    name = {}, changes = text;
  if (name.empty())
    name = "default";
  for (const Preset &preset : presets) {
    if (preset.name != name)
      continue;
    Parameters parameters;
    addPreset(parameters, preset.parameters);
    if (!changes.empty() &&
        failed(changeParameters(parameters, changes, errorsAt)))
      return failure();
    std::string all = "#amp.scaler<dynamic";
    for (const auto &[key, value] : parameters)
      all += (", " + key + " = " + value).str();
    return parseText(all + ">", errorsAt);
  }
  InFlightDiagnostic error = emitError(errorsAt) << "expects a scaler (";
  llvm::interleaveComma(presets, error, [&](const Preset &preset) {
    error << "'" << preset.name << "'";
  });
  return error << "), but got '" << name << "'";
}

/// Parses the scale after `static:` or `dynamic:`; returns `otherwise` if
/// empty.
static FailureOr<FloatAttr> parseInit(StringRef text, FloatAttr otherwise,
                                      Location errorsAt) {
  if (text.empty())
    return otherwise;
  double init;
  if (text.getAsDouble(init))
    return emitError(errorsAt)
           << "expects a number as first loss scale, but got '" << text << "'";
  return FloatAttr::get(otherwise.getType(), init);
}

FailureOr<ScalerAttr> amp::scaling::parseScaler(StringRef lossScale,
                                                StringRef scaler, bool exact,
                                                Location errorsAt) {
  auto [mode, init] = lossScale.split(':');
  bool isStatic = mode == "static";
  if (lossScale == "none" && scaler.empty())
    return ScalerAttr();
  if (lossScale == "none")
    return emitError(errorsAt) << "expects loss-scale=dynamic with a scaler, "
                                  "but got '"
                               << scaler << "' and loss-scale=none";
  if ((isStatic ? init.empty() : mode != "dynamic"))
    return emitError(errorsAt) << "expects loss-scale to be none, static:N, "
                                  "dynamic or dynamic:N, but got '"
                               << lossScale << "'";
  if (isStatic && !scaler.empty())
    return emitError(errorsAt) << "expects no scaler with a static loss scale, "
                                  "but got '"
                               << scaler << "'";
  FailureOr<ScalerAttr> found = isStatic
                                    ? parseText("#amp.scaler<static>", errorsAt)
                                    : findScaler(scaler, errorsAt);
  if (failed(found))
    return failure();
  if (found->isStatic() && !isStatic)
    return emitError(errorsAt)
           << "expects a dynamic scaler with loss-scale=" << lossScale
           << ", but got '" << scaler << "'; a static one is loss-scale=static:"
           << ScalerAttr::numberText(found->getInit());
  auto first = parseInit(init, found->getInit(), errorsAt);
  if (failed(first))
    return failure();
  ScalerAttr changed = found->with(*first, exact || found->getExact(),
                                   [&] { return emitError(errorsAt); });
  if (!changed)
    return failure();
  return changed;
}
