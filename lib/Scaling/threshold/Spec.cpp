// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// "threshold:4,scale=channel"   ==>   ThresholdSpec{4, true, 0.5}
#include "lib/Scaling/threshold/Spec.h"
#include "lib/OpModel/OptionError.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static constexpr StringLiteral modeName = "threshold";

namespace {
/// Parameter of the device model that the option may change.
struct Number {
  StringLiteral name;
  double DeviceModel::*member;
  double least; ///< smallest value that the model is defined for
};
} // namespace

// clang-format off
static constexpr Number numbers[] = {
    {"base",          &DeviceModel::base,         0},
    {"ceiling",       &DeviceModel::ceiling,      0.1},
    {"drift",         &DeviceModel::drift,        0},
    {"history",       &DeviceModel::memory,       0.01},
    {"programming",   &DeviceModel::programming,  0},
    {"quantum",       &DeviceModel::quantum,      0.01},
    {"reading",       &DeviceModel::reading,      0},
    {"refresh-above", &DeviceModel::refreshAbove, 0},
    {"refresh-below", &DeviceModel::refreshBelow, 0},
    {"refresh-steps", &DeviceModel::refreshSteps, 0},
    {"seed",          &DeviceModel::seed,         0},
    {"step-time",     &DeviceModel::stepTime,     0},
};
// clang-format on

bool amp::scaling::isThreshold(StringRef weights) {
  return weights.split(':').first == modeName;
}

static LogicalResult parseBits(StringRef text, ThresholdSpec &spec,
                               Operation *module) {
  StringRef bits = text;
  if (bits.consume_front(modeName) && bits.consume_front(":") &&
      !bits.getAsInteger(10, spec.bits) && spec.bits >= 2 && spec.bits <= 8)
    return success();
  return emitOptionError(module)
         << "expects weights to be threshold:BITS with 2 to 8 bits, but got '"
         << text << "'";
}

static std::string text(double number) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%g", number);
  return text;
}

static LogicalResult parseNumber(StringRef key, StringRef value, double least,
                                 double &into, Operation *module) {
  if (!value.getAsDouble(into) && std::isfinite(into) && into >= least)
    return success();
  return emitOptionError(module)
         << "expects " << key << " to be a number of at least " << text(least)
         << ", but got '" << value << "'";
}

static LogicalResult parseDeviceNumber(StringRef key, StringRef value,
                                       ThresholdSpec &spec, Operation *module) {
  const Number *number =
      llvm::find_if(numbers, [&](const Number &n) { return n.name == key; });
  if (number == std::end(numbers))
    return emitOptionError(module)
           << "expects scale, range, device or a number of the device model ("
           << llvm::join(
                  llvm::map_range(numbers,
                                  [](const Number &n) { return n.name.str(); }),
                  ", ")
           << "), but got '" << key << "'";
  if (!spec.device)
    return emitOptionError(module) << "expects device=pcm in front of '" << key
                                   << "', but got no device model";
  return parseNumber(key, value, number->least, *spec.device.*(number->member),
                     module);
}

static LogicalResult parseEntry(StringRef key, StringRef value,
                                ThresholdSpec &spec, Operation *module) {
  if (key == "scale") {
    spec.isPerChannel = value == "channel";
    if (spec.isPerChannel || value == "tensor")
      return success();
    return emitOptionError(module)
           << "expects scale to be tensor or channel, but got '" << value
           << "'";
  }
  if (key == "range")
    return parseNumber(key, value, 0.01, spec.range, module);
  if (key == "device") {
    if (value == "pcm")
      spec.device = DeviceModel();
    if (value == "pcm" || value == "none")
      return success();
    return emitOptionError(module)
           << "expects device to be none or pcm, but got '" << value << "'";
  }
  return parseDeviceNumber(key, value, spec, module);
}

FailureOr<ThresholdSpec> amp::scaling::parseThreshold(StringRef text,
                                                      Operation *module) {
  ThresholdSpec spec;
  spec.text = text.str();
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  if (failed(parseBits(parts.front(), spec, module)))
    return failure();
  for (StringRef part : ArrayRef(parts).drop_front()) {
    auto [key, value] = part.split('=');
    if (failed(parseEntry(key, value, spec, module)))
      return failure();
  }
  return spec;
}
