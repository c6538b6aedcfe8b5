// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the parts of a step that threshold weights add: two functions,
// counts, and the states that devices share.
#include "lib/Verify/weights/WeightRules.h"
#include "mlir/IR/SymbolTable.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

FunctionOpInterface WeightRules::findFunction(StringRef suffix) const {
  FunctionOpInterface step = function;
  return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      step, StringAttr::get(step.getContext(), step.getName() + suffix));
}

LogicalResult WeightRules::checkMoved(const Weight &weight) const {
  FunctionOpInterface step = function;
  Value moved = findNamedResult(step, weight.name + ".moved");
  for (int64_t change : {0, 1}) {
    Samples samples;
    auto leaf = [&](int64_t number) {
      return option.device ? Sample::of(float(number)) : Sample::of(number);
    };
    samples.set(weight.arguments[Weight::stored], leaf(2));
    samples.set(weight.returned(Weight::stored), leaf(2 + change));
    auto found = moved ? samples.at(moved, {}) : std::nullopt;
    if (!found || found->isFloat || found->integer != change)
      return step.emitError() << "breaks \"moved counts the integers that "
                                 "changed\": expects so of '"
                              << weight.name << ".moved'";
  }
  return success();
}

/// Returns the smallest power of two, from 2^-24 to 2^100, that is at least
/// range * most / largest; for a channel of zeros, sqrt(1 / fan-in) / largest.
double WeightRules::expectScale(const Weight &weight, double most) const {
  double least = most > 0 ? option.range * most : std::sqrt(1.0 / weight.fanIn);
  least = std::max(least / option.largest(), std::ldexp(1, -24));
  return std::exp2(std::min(std::ceil(std::log2(least)), 100.0));
}

bool WeightRules::isFirstPair(FunctionOpInterface init, const Weight &weight,
                              int64_t count, const Index &element,
                              Samples &samples) const {
  DeviceModel::State pair = option.device->init(count);
  for (int64_t i = 0; i < 2; ++i) {
    Index index = {i};
    index.insert(index.end(), element.begin(), element.end());
    for (auto [suffix, expected] :
         {std::pair(StringRef(""), pair.conductance[i]),
          std::pair(StringRef(".history"), pair.history[i]),
          std::pair(StringRef(".age"), 0.0)}) {
      Value value = findStateResult(init, (weight.name + suffix).str());
      auto found = value ? samples.at(value, index) : std::nullopt;
      if (!found || !found->isFloat ||
          std::fabs(found->real - expected) > 1e-5 * (1 + std::fabs(expected)))
        return false;
    }
  }
  return true;
}

/// Checks the initial states of sample weights. Elements differ by channel; the
/// last element of each channel is twice as large.
bool WeightRules::isFirst(FunctionOpInterface init, const Weight &weight,
                          float number) const {
  RankedTensorType type = weight.getType();
  SmallVector<int64_t> channels = weight.channels;
  auto weightAt = [=](const Index &index) {
    int64_t channel = 0;
    bool isLast = true;
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (llvm::is_contained(channels, i))
        channel = channel * type.getDimSize(i) + index[i];
      else
        isLast &= index[i] == type.getDimSize(i) - 1;
    return std::ldexp(number, (channel ? 2 + channel % 3 : 0) + isLast);
  };
  Samples samples;
  samples.set(findStateArgument(init, weight.name),
              [=](const Index &index) { return Sample::of(weightAt(index)); });
  auto state = [&](StringRef suffix, const Index &index) {
    Value value = findStateResult(init, (weight.name + suffix).str());
    return value ? samples.at(value, index) : std::nullopt;
  };
  for (unsigned mask : cornerMasks) {
    Index element, last, channel;
    for (int64_t i = 0; i < type.getRank(); ++i) {
      element.push_back(cornerOf(mask, i, type.getDimSize(i)));
      bool isChannel = llvm::is_contained(channels, i);
      last.push_back(isChannel ? element[i] : type.getDimSize(i) - 1);
      if (isChannel)
        channel.push_back(element[i]);
    }
    auto chi = state(".chi", element), scale = state(".epsilon", channel);
    if (!chi || !scale || !chi->isFloat || !scale->isFloat)
      return false;
    if (!std::isfinite(number)) {
      if (!std::isnan(scale->real))
        return false;
      continue;
    }
    double most = std::fabs(weightAt(last)), q = option.largest();
    double expected = expectScale(weight, most), w = weightAt(element);
    bool isKnown = most > 0 || weight.fanIn;
    if (isKnown ? scale->real != expected
                : std::exp2(std::round(std::log2(scale->real))) != scale->real)
      return false;
    double n = std::clamp(std::nearbyint(w / scale->real), -q, q);
    if (chi->real != w - n * scale->real)
      return false;
    if (option.device) {
      if (!isFirstPair(init, weight, int64_t(n), element, samples))
        return false;
      continue;
    }
    auto count = state("", element);
    if (!count || count->isFloat || count->integer != int64_t(n))
      return false;
  }
  return true;
}

LogicalResult WeightRules::checkFirst(const Weight &weight) const {
  FunctionOpInterface step = function, init = findFunction("_init_weights");
  if (!init || !findFunction("_read_weights"))
    return step.emitError()
           << "breaks \"a step has its functions\": expects '" << step.getName()
           << "_init_weights' and '" << step.getName() << "_read_weights'";
  for (float number : {0.0f, 1.0f, -1.0f, 0.3f, -0.7123f, 5e-5f, 1234.5f, 3e-9f,
                       4e33f, INFINITY, NAN})
    if (!findStateArgument(init, weight.name) || !isFirst(init, weight, number))
      return init.emitError()
             << "breaks \"the first states are the weight\": expects so of '"
             << weight.name << "' at " << number;
  return success();
}

LogicalResult WeightRules::checkReader(const Weight &weight) const {
  FunctionOpInterface reader = findFunction("_read_weights");
  SmallVector<Value, 3> states = {
      findStateArgument(reader, weight.name),
      findStateArgument(reader, weight.name + ".epsilon")};
  DrawChain own;
  if (option.device) {
    states.push_back(findStateArgument(reader, weight.name + ".age"));
    if (BlockArgument key = findStateArgument(reader, "device.key"))
      own = DrawChain(key);
  }
  Value value = findNamedResult(reader, weight.name);
  bool isRight = value && llvm::all_of(states, [](Value v) { return v; });
  if (isRight && option.device) {
    SmallVector<unsigned> drawn = own.findDraws(value, states);
    isRight = drawn.size() == weight.readDraw.has_value() &&
              (drawn.empty() || drawn.front() == *weight.readDraw);
  }
  if (isRight && isStanding(weight, value, states, own, weight.readDraw, true))
    return success();
  return reader.emitError()
         << "breaks \"a weight is its integer times epsilon\": expects so of '"
         << weight.name << "'";
}

/// Checks single use of random numbers, and the next key and step count.
LogicalResult WeightRules::checkShared(MutableArrayRef<Weight> weights) const {
  if (!option.device)
    return success();
  FunctionOpInterface step = function;
  auto refuse = [&] {
    return step.emitError() << "breaks \"devices share one key and one count "
                               "of steps\": expects every random number to be "
                               "drawn once, and the key to advance";
  };
  auto nextOf = [&](StringRef name) -> Value {
    auto result = dyn_cast_if_present<OpResult>(findStateResult(step, name));
    auto mark =
        result ? dyn_cast<StateOp>(result.getOwner()) : StateOp(nullptr);
    bool isOwn = mark && mark.getOld()[result.getResultNumber()] ==
                             findStateArgument(step, name);
    return isOwn ? mark.getValues()[result.getResultNumber()] : Value();
  };
  Value key = nextOf("device.key"), count = nextOf("device.step");
  if (!key || !count || key != draws.last)
    return refuse();
  Samples samples;
  samples.set(findStateArgument(step, "device.step"), Sample::of(int64_t(41)));
  auto next = samples.at(count, {});
  if (!next || next->integer != 42)
    return refuse();
  llvm::DenseSet<unsigned> used;
  for (Weight &weight : weights) {
    SmallVector<unsigned> drawn =
        draws.findDraws(weight.next(Weight::stored), weight.sum);
    llvm::SmallDenseSet<unsigned> ofReads;
    for (Value value : weight.reads)
      for (unsigned draw :
           draws.findDraws(value, {weight.arguments[Weight::stored],
                                   weight.arguments[Weight::scale],
                                   weight.arguments[Weight::age]}))
        if (ofReads.insert(draw).second)
          drawn.push_back(draw);
    if (ofReads.size() > 1)
      return refuse();
    if (!ofReads.empty())
      weight.readDraw = *ofReads.begin();
    for (unsigned draw : drawn)
      if (!used.insert(draw).second)
        return refuse();
  }
  FunctionOpInterface init = findFunction("_init_weights");
  Value first = init ? findStateResult(init, "device.key") : Value();
  auto seed = first ? samples.at(first, {0}) : std::nullopt;
  return seed && seed->integer == int64_t(option.device->seed) ? success()
                                                               : refuse();
}
