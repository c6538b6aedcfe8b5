// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the parts of a step that threshold weights add: two functions,
// counts, and the states that devices share.
#include "lib/Verify/weights/WeightRules.h"
#include "mlir/IR/SymbolTable.h"
#include <cmath>
#include <set>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

FunctionOpInterface WeightRules::findFunction(StringRef suffix) const {
  FunctionOpInterface step = function;
  return SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
      step, StringAttr::get(step.getContext(), step.getName() + suffix));
}

/// Checks the count at sample points with no change, changes of one element in
/// `share` of the positions, and changes of all elements.
LogicalResult WeightRules::checkMoved(const Weight &weight) const {
  FunctionOpInterface step = function;
  Value moved = findNamedResult(step, weight.name + ".moved");
  auto type =
      cast<RankedTensorType>(weight.arguments[Weight::stored].getType());
  for (unsigned share : {0, 1, 2, 3, 5, 9}) {
    std::set<Index> changed;
    for (const Index &position : listPositions(type.getShape()))
      if (share > 1 && hashOf(share, position) % share == 0)
        changed.insert(position);
    auto numberAt = [&](const Index &element, bool isLater) {
      int64_t number = int64_t(hashOf(share, element) % 7) - 3;
      number += isLater && (share == 1 || changed.count(element));
      return option.device ? Sample::of(float(number)) : Sample::of(number);
    };
    Samples samples;
    samples.set(weight.arguments[Weight::stored],
                [&](const Index &i) { return numberAt(i, false); });
    samples.set(weight.returned(Weight::stored),
                [&](const Index &i) { return numberAt(i, true); });
    int64_t expected = share == 1 ? type.getNumElements() : changed.size();
    auto found = moved ? samples.at(moved, {}) : std::nullopt;
    if (!found || found->isFloat || found->integer != expected)
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

/// Sample weights. Each channel has one element, its peak, of the largest
/// magnitude: a power of two times `number`. The others are less than half as
/// large, so that a scale without the peak is another one. If `number` is
/// infinite or NaN, the peaks of some channels are, and all else is finite.
class WeightRules::FirstWeights {
public:
  FirstWeights(const Weight &weight, float number, unsigned round);

  float operator()(const Index &element) const;
  float peakOf(const Index &channel) const;
  Index channelOf(const Index &element) const;

private:
  Index othersOf(const Index &element) const;

  float number;
  unsigned round;                    ///< other peaks in each
  SmallVector<bool> isChannel;       ///< by dimension
  std::vector<Index> otherPositions; ///< in the other dimensions
};

WeightRules::FirstWeights::FirstWeights(const Weight &weight, float number,
                                        unsigned round)
    : number(number), round(round) {
  RankedTensorType type = weight.getType();
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < type.getRank(); ++i) {
    isChannel.push_back(llvm::is_contained(weight.channels, i));
    if (!isChannel.back())
      others.push_back(type.getDimSize(i));
  }
  otherPositions = listPositions(others, maxReduced);
}

Index WeightRules::FirstWeights::channelOf(const Index &element) const {
  Index channel;
  for (auto [i, isKept] : llvm::zip_equal(element, isChannel))
    if (isKept)
      channel.push_back(i);
  return channel;
}

Index WeightRules::FirstWeights::othersOf(const Index &element) const {
  Index others;
  for (auto [i, isKept] : llvm::zip_equal(element, isChannel))
    if (!isKept)
      others.push_back(i);
  return others;
}

float WeightRules::FirstWeights::peakOf(const Index &channel) const {
  bool isReplaced = !std::isfinite(number) && !channel.empty() &&
                    hashOf(20 + round, channel) % 2;
  return std::ldexp(isReplaced ? 1 : number, int(hashOf(1, channel) % 5));
}

float WeightRules::FirstWeights::operator()(const Index &element) const {
  Index channel = channelOf(element);
  float peak = peakOf(channel);
  uint64_t place = (hashOf(2, channel) + round) % otherPositions.size();
  if (othersOf(element) == otherPositions[place])
    return peak;
  auto part = float(int64_t(hashOf(3, element) % 901) - 450) / 1000;
  return part * (std::isfinite(peak) ? peak : 1);
}

/// Checks the initial states of one element.
bool WeightRules::isFirstAt(FunctionOpInterface init, const Weight &weight,
                            const FirstWeights &weights, const Index &element,
                            Samples &samples) const {
  auto state = [&](StringRef suffix, const Index &index) {
    Value value = findStateResult(init, (weight.name + suffix).str());
    return value ? samples.at(value, index) : std::nullopt;
  };
  Index channel = weights.channelOf(element);
  auto chi = state(".chi", element), scale = state(".epsilon", channel);
  if (!chi || !scale || !chi->isFloat || !scale->isFloat)
    return false;
  double most = std::fabs(weights.peakOf(channel)), q = option.largest();
  if (!std::isfinite(most))
    return std::isnan(scale->real);
  double expected = expectScale(weight, most), w = weights(element);
  bool isKnown = most > 0 || weight.fanIn;
  if (isKnown ? scale->real != expected
              : std::exp2(std::round(std::log2(scale->real))) != scale->real)
    return false;
  double n = std::clamp(std::nearbyint(w / scale->real), -q, q);
  if (chi->real != w - n * scale->real)
    return false;
  if (option.device)
    return isFirstPair(init, weight, int64_t(n), element, samples);
  auto count = state("", element);
  return count && !count->isFloat && count->integer == int64_t(n);
}

bool WeightRules::isFirst(FunctionOpInterface init, const Weight &weight,
                          float number, unsigned round) const {
  FirstWeights weights(weight, number, round);
  Samples samples;
  samples.set(findStateArgument(init, weight.name), [&](const Index &element) {
    return Sample::of(weights(element));
  });
  return llvm::all_of(
      listPositions(weight.getType().getShape()), [&](const Index &element) {
        return isFirstAt(init, weight, weights, element, samples);
      });
}

LogicalResult WeightRules::checkFirst(const Weight &weight) const {
  FunctionOpInterface step = function, init = findFunction("_init_weights");
  if (!init || !findFunction("_read_weights"))
    return step.emitError()
           << "breaks \"a step has its functions\": expects '" << step.getName()
           << "_init_weights' and '" << step.getName() << "_read_weights'";
  // As many rounds as a reduction has positions, so that each has had a peak.
  const float numbers[] = {0.0f,  1.0f,  -1.0f, 0.3f,  -0.7123f, 5e-5f, 1234.5f,
                           3e-9f, 4e33f, -2.5f, 17.3f, 0.1f,     -0.06f};
  const float broken[] = {INFINITY, NAN, -INFINITY};
  for (auto [round, finite] : llvm::enumerate(numbers))
    for (float number : {finite, broken[round % 3]})
      if (!findStateArgument(init, weight.name) ||
          !isFirst(init, weight, number, round))
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
