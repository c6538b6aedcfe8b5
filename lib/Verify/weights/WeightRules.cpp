// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/WeightRules.h"
#include "lib/Graph/ContractionSearch.h"
#include "lib/OpModel/Kinds.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Sample points
//===----------------------------------------------------------------------===//

/// Returns random bits at an element (SplitMix64).
static uint64_t wordAt(unsigned draw, unsigned salt, const Index &index) {
  uint64_t z = 0x9E3779B97F4A7C15 * (draw + 1 + 1000 * salt);
  for (int64_t i : index)
    z = (z + i + 1) * 0xBF58476D1CE4E5B9;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

DrawChain::DrawChain(Value key) : last(key) {
  for (bool isLonger = true; isLonger;) {
    isLonger = false;
    for (Operation *user : last.getUsers())
      if (isHlo(user, OpKind::rng_bit_generator) &&
          user->getNumResults() == 2) {
        numbers[user->getResult(1)] = bits.size();
        bits.push_back(user->getResult(1));
        last = user->getResult(0);
        isLonger = true;
        break;
      }
  }
}

void DrawChain::addTo(Samples &samples, unsigned salt) const {
  for (auto [number, value] : llvm::enumerate(bits))
    samples.set(value, [number = number, salt](const Index &index) {
      return Sample::of(int64_t(wordAt(number, salt, index)));
    });
}

SmallVector<unsigned> DrawChain::findDraws(Value value,
                                           ArrayRef<Value> stops) const {
  llvm::SetVector<Value> seen;
  SmallVector<unsigned> found;
  seen.insert(value);
  for (unsigned i = 0; i < seen.size(); ++i) {
    auto number = numbers.find(seen[i]);
    if (number != numbers.end()) {
      found.push_back(number->second);
      continue;
    }
    Operation *op = seen[i].getDefiningOp();
    if (op && !llvm::is_contained(stops, seen[i]))
      seen.insert(op->operand_begin(), op->operand_end());
  }
  llvm::sort(found);
  return found;
}

DeviceModel::Pair DrawChain::deviates(unsigned draw, unsigned salt,
                                      const Index &element) {
  DeviceModel::Pair pair;
  for (int64_t i = 0; i < 2; ++i) {
    Index index = {i};
    index.insert(index.end(), element.begin(), element.end());
    pair[i] = DeviceModel::deviateOf(wordAt(draw, salt, index));
  }
  return pair;
}

static SmallVector<Index> listElements(RankedTensorType type) {
  SmallVector<Index> elements;
  for (unsigned mask : cornerMasks) {
    Index index;
    for (int64_t i = 0; i < type.getRank(); ++i)
      index.push_back(cornerOf(mask, i, type.getDimSize(i)));
    elements.push_back(index);
  }
  return elements;
}

/// Returns the linear index of the channel of an element.
static int64_t channelOf(const Weight &weight, const Index &element) {
  int64_t linear = 0;
  for (int64_t dim : weight.channels)
    linear = linear * weight.getType().getDimSize(dim) + element[dim];
  return linear;
}

static float scaleOf(int64_t channel, float scale, bool byChannel) {
  bool isOther = byChannel && channel != 0;
  return isOther ? std::ldexp(scale, -1 - int(channel % 4)) : scale;
}

/// Returns the scales of the channels, by index in the tensor of scales.
static Leaf listScales(RankedTensorType type, float scale, bool byChannel) {
  return [=](const Index &index) {
    int64_t linear = 0;
    for (auto [size, i] : llvm::zip_equal(type.getShape(), index))
      linear = linear * size + i;
    return Sample::of(scaleOf(linear, scale, byChannel));
  };
}

static Leaf pairLeaf(DeviceModel::Pair pair) {
  return [=](const Index &index) { return Sample::of(float(pair[index[0]])); };
}

/// Returns true if two numbers are equal up to the f32 rounding error, which
/// the functions of the model multiply.
static bool isNear(double found, double expected) {
  return std::fabs(found - expected) <= 1e-4 * (1 + std::fabs(expected));
}

WeightRules::WeightRules(FunctionOpInterface function,
                         const WeightOption &option)
    : function(function), option(option) {
  if (option.device)
    if (BlockArgument key = findStateArgument(function, "device.key"))
      draws = DrawChain(key);
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// `states` are the stored value, the scale, and the age of devices.
bool WeightRules::isStanding(const Weight &weight, Value value,
                             ArrayRef<Value> states, const DrawChain &draws,
                             std::optional<unsigned> draw,
                             bool byChannel) const {
  if (value.getType() != weight.getType())
    return false;
  auto scaleType = cast<RankedTensorType>(states[1].getType());
  for (auto [number, unit] : {std::pair(-3, 0.25f), std::pair(0, 1.0f),
                              std::pair(1, 8.0f), std::pair(2, 1.0f)}) {
    Samples samples;
    samples.set(states[1], listScales(scaleType, unit, byChannel));
    DeviceModel::State pair{{3 + 2.5 * number * number, 3.5 - number},
                            {0, 0},
                            {40.0 * (number + 3), 7}};
    if (option.device) {
      draws.addTo(samples, number + 3);
      samples.set(states[0], pairLeaf(pair.conductance));
      samples.set(states[2], pairLeaf(pair.age));
    } else {
      samples.set(states[0], Sample::of(int64_t(number)));
    }
    for (const Index &element : listElements(weight.getType())) {
      std::optional<Sample> found = samples.at(value, element);
      if (!found || !found->isFloat)
        return false;
      float scale = scaleOf(channelOf(weight, element), unit, byChannel);
      if (!option.device && found->real != float(number) * scale)
        return false;
      if (!option.device)
        continue;
      DeviceModel::Pair noise{};
      if (draw)
        noise = DrawChain::deviates(*draw, number + 3, element);
      if (!isNear(found->real / scale, option.device->read(pair, noise)))
        return false;
    }
  }
  return true;
}

bool WeightRules::isWeight(const Weight &weight, Value value,
                           ArrayRef<Value> states, bool isNoisy,
                           bool byChannel) const {
  std::optional<unsigned> draw;
  if (option.device) {
    SmallVector<unsigned> found = draws.findDraws(value, states);
    bool needsDraw = isNoisy && option.device->reading != 0;
    if (found.size() != needsDraw)
      return false;
    if (needsDraw)
      draw = found.front();
  }
  return isStanding(weight, value, states, draws, draw, byChannel);
}

LogicalResult WeightRules::checkChannels(Weight &weight) const {
  auto refuse = [&](const Twine &why) {
    return StateOp(weight.mark).emitError()
           << "breaks \"a scale belongs to an output\": expects so of '"
           << weight.name << "', " << why;
  };
  if (weight.reads.empty())
    return refuse("but nothing reads it");
  llvm::sort(weight.reads, [](Value a, Value b) {
    Operation *first = a.getDefiningOp(), *second = b.getDefiningOp();
    return first->getBlock() == second->getBlock() &&
           first->isBeforeInBlock(second);
  });
  SymbolTable symbols(function->getParentOp());
  auto read = findFirstContraction(weight.reads.front(), symbols);
  std::optional<SmallVector<bool>> isKept;
  if (read && !read->unknown)
    isKept = findResultDims(*read->operand);
  SmallVector<bool> isSummed(weight.getType().getRank());
  if (isKept) {
    weight.fanIn = 1;
    auto operand = cast<RankedTensorType>(read->operand->get().getType());
    for (int64_t i = 0; i < operand.getRank(); ++i)
      if (!(*isKept)[i]) {
        weight.fanIn *= operand.getDimSize(i);
        if (read->dims[i] >= 0)
          isSummed[read->dims[i]] = true;
      }
  }
  SmallVector<int64_t> shape;
  for (int64_t i = 0; option.isPerChannel && i < weight.getType().getRank();
       ++i)
    if (!isSummed[i]) {
      weight.channels.push_back(i);
      shape.push_back(weight.getType().getDimSize(i));
    }
  auto type = cast<RankedTensorType>(weight.arguments[Weight::scale].getType());
  if (option.isPerChannel && !isKept)
    return refuse("but no contraction with known dimensions reads it");
  if (type.getShape() != ArrayRef(shape))
    return refuse("but its scale has another shape");
  SmallVector<Value, 3> states = {weight.arguments[Weight::stored],
                                  weight.arguments[Weight::scale]};
  if (option.device)
    states.push_back(weight.arguments[Weight::age]);
  for (Value value : weight.reads)
    if (!isWeight(weight, value, states, /*isNoisy=*/true, /*byChannel=*/true))
      return refuse("but a read has the scale of another one");
  return success();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

struct WeightRules::Point {
  float quanta; ///< the sum, in units of epsilon
  float scale;
  bool byChannel = false;
  int64_t count = 0;         ///< stored integer
  DeviceModel::State pair{}; ///< stored pair of devices
  int64_t step = 0;
  /// Index in listElements of the only element with the sum; others have 0.
  std::optional<unsigned> element = std::nullopt;
};

/// Returns a salt, so that the random bits depend on the number of quanta.
static unsigned saltOf(float quanta) {
  return std::isfinite(quanta) ? unsigned(int(8 * quanta) + 65536) : 0;
}

void WeightRules::setPoint(const Weight &weight, const Point &point,
                           Samples &samples) const {
  auto argument = [&](unsigned state) { return weight.arguments[state]; };
  auto scaleType = cast<RankedTensorType>(argument(Weight::scale).getType());
  samples.set(argument(Weight::scale),
              listScales(scaleType, point.scale, point.byChannel));
  RankedTensorType type = weight.getType();
  samples.set(weight.sum, [=](const Index &index) {
    bool isChosen =
        !point.element || index == listElements(type)[*point.element];
    return Sample::of(isChosen ? point.quanta * point.scale : 0);
  });
  if (!option.device)
    return samples.set(argument(Weight::stored), Sample::of(point.count));
  draws.addTo(samples, saltOf(point.quanta));
  samples.set(argument(Weight::stored), pairLeaf(point.pair.conductance));
  samples.set(argument(Weight::history), pairLeaf(point.pair.history));
  samples.set(argument(Weight::age), pairLeaf(point.pair.age));
  samples.set(findStateArgument(function, "device.step"),
              Sample::of(point.step));
}

/// Checks the next states of both devices after `pulses`.
bool WeightRules::isWritten(const Weight &weight, const Point &point,
                            int64_t pulses, const Index &element,
                            Samples &samples) const {
  SmallVector<unsigned> drawn =
      draws.findDraws(weight.next(Weight::stored), weight.sum);
  if (drawn.size() != 1u + (option.device->refreshSteps >= 1))
    return false;
  DeviceModel::Pair noise[2] = {};
  for (auto [i, draw] : llvm::enumerate(drawn))
    noise[i] = DrawChain::deviates(draw, saltOf(point.quanta), element);
  DeviceModel::State expected =
      option.device->write(point.pair, pulses, point.step, noise[0], noise[1]);
  for (int64_t i = 0; i < 2; ++i) {
    Index index = {i};
    index.insert(index.end(), element.begin(), element.end());
    for (auto [state, number] :
         {std::pair(Weight::stored, expected.conductance[i]),
          std::pair(Weight::history, expected.history[i]),
          std::pair(Weight::age, expected.age[i])}) {
      auto found = samples.at(weight.next(state), index);
      if (!found || !found->isFloat || !isNear(found->real, number))
        return false;
    }
  }
  return true;
}

bool WeightRules::isMoved(const Weight &weight, const Point &point,
                          const Index &element, Samples &samples) const {
  float scale =
      scaleOf(channelOf(weight, element), point.scale, point.byChannel);
  float sum = point.quanta * point.scale;
  Index channel;
  for (int64_t dim : weight.channels)
    channel.push_back(element[dim]);
  auto rest = samples.at(weight.next(Weight::chi), element);
  auto after = samples.at(weight.next(Weight::scale), channel);
  if (!rest || !after || !rest->isFloat || !after->isFloat)
    return false;
  if (!std::isfinite(sum))
    return !std::isfinite(rest->real) && std::isnan(after->real);
  double quanta = std::trunc(double(sum) / scale), q = option.largest();
  double moved = std::clamp(point.count + quanta, -q, q);
  double taken =
      option.device ? std::clamp(quanta, -2 * q, 2 * q) : moved - point.count;
  if (rest->real != double(sum) - taken * scale || after->real != scale)
    return false;
  if (option.device)
    return isWritten(weight, point, int64_t(taken), element, samples);
  auto next = samples.at(weight.next(Weight::stored), element);
  return next && !next->isFloat && next->integer == int64_t(moved);
}

LogicalResult WeightRules::checkPoint(const Weight &weight,
                                      const Point &point) const {
  Samples samples;
  setPoint(weight, point, samples);
  SmallVector<Index> elements = listElements(weight.getType());
  if (llvm::all_of(ArrayRef(elements).slice(point.element.value_or(0),
                                            point.byChannel ? 4 : 1),
                   [&](const Index &element) {
                     return isMoved(weight, point, element, samples);
                   }))
    return success();
  InFlightDiagnostic error = StateOp(weight.mark).emitError();
  error << "breaks \"whole quanta move the weight, and the accumulator keeps "
           "the rest\": expects so of '"
        << weight.name << "' at chi + update = " << point.quanta * point.scale;
  if (option.device)
    error << ", conductances = " << point.pair.conductance[0] << " and "
          << point.pair.conductance[1] << ", step = " << point.step;
  else
    error << ", integer = " << point.count;
  return error << ", epsilon = " << point.scale;
}

/// Returns pairs of conductances on both sides of each threshold of a refresh.
static SmallVector<DeviceModel::State>
listRefreshPairs(const DeviceModel &model) {
  SmallVector<DeviceModel::State> pairs;
  auto add = [&](float more, float difference) {
    float less = more - difference;
    pairs.push_back({{more, less}, {0.3, 0.9}, {0, 5}});
    pairs.push_back({{less, more}, {0.3, 0.9}, {0, 5}});
  };
  double above = model.refreshAbove, below = model.refreshBelow;
  for (double side : {0.99, 1.01}) {
    add(1.02 * std::max(above, below), side * below);
    add(side * above, 0.5 * std::min(above, below));
  }
  return pairs;
}

LogicalResult WeightRules::checkMove(const Weight &weight) const {
  float q = option.largest();
  const DeviceModel::State usual = {{3, 3}, {0.3, 0.9}, {0, 5}};
  // A non-finite accumulator of one element makes its channel's scale NaN.
  for (unsigned element : {0u, 1u, 2u, 3u})
    for (float number : {INFINITY, NAN})
      if (failed(checkPoint(weight, {number, 1, false, 1, usual, 1, element})))
        return failure();
  SmallVector<float> quanta = {0.0f,    0.25f,    -0.25f,    0.99999994f,
                               1.0f,    -1.0f,    1.75f,     -1.0000001f,
                               -2.5f,   3.0f,     q,         -3 * q,
                               1000.5f, INFINITY, -INFINITY, NAN};
  if (!option.device) {
    for (float scale : {0.5f, 0.0078125f, 1.0f})
      for (int64_t count :
           {-int64_t(q), int64_t(-1), int64_t(0), int64_t(1), int64_t(q)})
        for (float number : quanta)
          if (failed(checkPoint(weight, {number, scale, false, count})))
            return failure();
    for (float number : {1.75f, -0.375f})
      if (failed(checkPoint(weight, {number, 1.0f, true, 1})))
        return failure();
    return success();
  }
  const DeviceModel::State pairs[] = {usual,
                                      {{11.5, 2}, {1, 0}, {3, 1}},
                                      {{8.5, 6.5}, {0.01, 0.02}, {1, 1}},
                                      {{7, 9.25}, {0.2, 0.5}, {2, 0}},
                                      {{0.05, 11.9}, {0.5, 0.1}, {9, 9}},
                                      {{0.5, 0.2}, {4, 6}, {2, 2}}};
  auto every = int64_t(option.device->refreshSteps);
  if (every >= 1)
    for (const DeviceModel::State &pair : listRefreshPairs(*option.device))
      if (failed(
              checkPoint(weight, {0.0f, 0.5f, false, 0, pair, 2 * every - 1})))
        return failure();
  for (const DeviceModel::State &pair : pairs)
    for (int64_t step : {every ? 2 * every - 1 : 1, every})
      for (float number : {0.0f, 0.99999994f, 1.0f, -1.0f, 1.75f, -2.5f, 3.0f,
                           -3 * q, 1000.5f, INFINITY})
        if (failed(
                checkPoint(weight, {number, 0.5f, number == 1, 0, pair, step})))
          return failure();
  return success();
}
