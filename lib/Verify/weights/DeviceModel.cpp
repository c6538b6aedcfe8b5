// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/DeviceModel.h"
#include "llvm/ADT/bit.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

// Fitted constants of the paper, in microsiemens and seconds.
static constexpr double stepSlope = -0.084, stepOffset = 0.880,
                        stepHistory = 1.40, noiseSlope = 0.091,
                        noiseOffset = 0.26, noiseHistory = 2.15,
                        readSlope = 0.03, readOffset = 0.13, readDelay = 38.6;

double DeviceModel::deviateOf(uint64_t word) {
  double bits = llvm::popcount(uint32_t(word)), part = word >> 41;
  return (bits + part / 8388608 - 16.5) / std::sqrt(32 / 4.0 + 1 / 12.0);
}

DeviceModel::State DeviceModel::init(int64_t count) const {
  State state{};
  for (unsigned i = 0; i < 2; ++i) {
    double pulses = std::max<double>(i ? -count : count, 0);
    state.conductance[i] = base + quantum * pulses;
    state.history[i] = std::exp(-(pulses + base / quantum) / history);
  }
  return state;
}

double DeviceModel::read(const State &state, Pair noise) const {
  Pair now;
  for (unsigned i = 0; i < 2; ++i) {
    double time = 1 + state.age[i] * stepTime / readDelay;
    now[i] = state.conductance[i] * std::pow(time, -drift);
    now[i] += reading * (readSlope * now[i] + readOffset) * noise[i];
  }
  return (now[0] - now[1]) / quantum;
}

DeviceModel::State DeviceModel::write(const State &state, int64_t pulses,
                                      int64_t step, Pair noise,
                                      Pair refreshNoise) const {
  State next = state;
  std::array<bool, 2> isWritten;
  for (unsigned i = 0; i < 2; ++i) {
    double count = std::max<double>(i ? -pulses : pulses, 0);
    double g = state.conductance[i], &h = next.history[i];
    isWritten[i] = count > 0;
    h *= std::exp(-count / history);
    double change = count * (stepSlope * g + stepOffset + stepHistory * h) +
                    std::sqrt(count) * programming * noise[i] *
                        (noiseSlope * g + noiseOffset + noiseHistory * h);
    if (isWritten[i])
      next.conductance[i] = std::clamp(g + change, 0.0, ceiling);
  }
  auto [plus, minus] = next.conductance;
  bool isDue = refreshSteps >= 1 &&
               step % int64_t(refreshSteps) == int64_t(refreshSteps) - 1;
  if (isDue && std::max(plus, minus) > refreshAbove &&
      std::fabs(plus - minus) < refreshBelow)
    for (unsigned i = 0; i < 2; ++i) {
      double target = std::max(i ? minus - plus : plus - minus, 0.0);
      double error = programming * (readSlope * target + readOffset);
      next.conductance[i] =
          target > 0 ? std::max(base + target + error * refreshNoise[i], 0.0)
                     : base;
      next.history[i] = std::exp(-(base + target) / quantum / history);
      isWritten[i] = true;
    }
  for (unsigned i = 0; i < 2; ++i)
    next.age[i] = isWritten[i] ? 0 : state.age[i] + 1;
  return next;
}

static LogicalResult readEntry(StringRef key, StringRef value,
                               WeightOption &option) {
  if (key == "scale") {
    option.isPerChannel = value == "channel";
    return success(option.isPerChannel || value == "tensor");
  }
  if (key == "device") {
    if (value == "pcm")
      option.device = DeviceModel();
    return success(value == "pcm" || value == "none");
  }
  if (key == "range")
    return success(!value.getAsDouble(option.range));
  if (!option.device)
    return failure();
  DeviceModel &model = *option.device;
  const std::pair<StringLiteral, double *> numbers[] = {
      {"base", &model.base},
      {"ceiling", &model.ceiling},
      {"drift", &model.drift},
      {"history", &model.history},
      {"programming", &model.programming},
      {"quantum", &model.quantum},
      {"reading", &model.reading},
      {"refresh-above", &model.refreshAbove},
      {"refresh-below", &model.refreshBelow},
      {"refresh-steps", &model.refreshSteps},
      {"seed", &model.seed},
      {"step-time", &model.stepTime}};
  for (auto [name, number] : numbers)
    if (name == key)
      return success(!value.getAsDouble(*number));
  return failure();
}

FailureOr<WeightOption> verify::readOption(StringRef text, ModuleOp module) {
  WeightOption option;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  StringRef mode = parts.front();
  bool isKnown = mode.consume_front("threshold:") &&
                 !mode.getAsInteger(10, option.bits) && option.bits >= 2 &&
                 option.bits <= 8;
  for (StringRef part : ArrayRef(parts).drop_front()) {
    auto [key, value] = part.split('=');
    isKnown = isKnown && succeeded(readEntry(key, value, option));
  }
  if (isKnown)
    return option;
  return module.emitError() << "expects amp.threshold to be threshold:BITS and "
                               "its options, but got '"
                            << text << "'";
}
