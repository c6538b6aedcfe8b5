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

/// Returns random bits of a draw at an element.
static uint64_t wordAt(unsigned draw, unsigned salt, const Index &index) {
  return hashOf(draw + 1000 * (salt + 1), index);
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

/// Returns the linear index of the channel of an element.
static int64_t channelOf(const Weight &weight, const Index &element) {
  int64_t linear = 0;
  for (int64_t dim : weight.channels)
    linear = linear * weight.getType().getDimSize(dim) + element[dim];
  return linear;
}

namespace {
/// Scales of a weight at a sample point: `first` in the first channel, another
/// power of two in each other one.
struct Scales {
  float first;
  unsigned round; ///< another pattern in each
  bool byChannel = true;

  float of(int64_t channel) const {
    constexpr int powers[] = {-3, -2, -1, 1, 2, 3};
    bool isFirst = !byChannel || channel == 0;
    return isFirst ? first
                   : std::ldexp(first, powers[hashOf(round, {channel}) % 6]);
  }
  /// Returns the scales by index in the tensor of scales.
  Leaf list(RankedTensorType type) const;
};

/// Numbers of the elements of a tensor. The positions have the numbers below
/// `count` in turn, continued in the next round; others have a pseudo-random
/// number.
class ElementPattern {
public:
  ElementPattern(ArrayRef<int64_t> shape, unsigned count, unsigned round);

  /// Returns the number of rounds in which positions have every number.
  static unsigned countRounds(ArrayRef<int64_t> shape, unsigned count);
  unsigned operator()(const Index &element) const;

private:
  unsigned count, round;
  std::map<Index, unsigned> numbers;
};
} // namespace

Leaf Scales::list(RankedTensorType type) const {
  return [type, scales = *this](const Index &index) {
    int64_t linear = 0;
    for (auto [size, i] : llvm::zip_equal(type.getShape(), index))
      linear = linear * size + i;
    return Sample::of(scales.of(linear));
  };
}

ElementPattern::ElementPattern(ArrayRef<int64_t> shape, unsigned count,
                               unsigned round)
    : count(count), round(round) {
  std::vector<Index> positions = listPositions(shape);
  for (auto [i, position] : llvm::enumerate(positions))
    numbers[position] = (i + round * positions.size()) % count;
}

unsigned ElementPattern::countRounds(ArrayRef<int64_t> shape, unsigned count) {
  return llvm::divideCeil(count, listPositions(shape).size());
}

unsigned ElementPattern::operator()(const Index &element) const {
  auto found = numbers.find(element);
  return found != numbers.end() ? found->second
                                : hashOf(round, element) % count;
}

/// Returns numbers of pairs of devices by index, where the first dimension is
/// the pair.
static Leaf pairLeaf(std::function<DeviceModel::Pair(const Index &)> pairAt) {
  return [=](const Index &index) {
    Index element(index.begin() + 1, index.end());
    return Sample::of(float(pairAt(element)[index[0]]));
  };
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

/// Returns a pair of devices that differs by element.
static DeviceModel::State pairAt(unsigned round, const Index &element) {
  auto number = [&](int64_t which, double most) {
    return most * double(hashOf(which + 10 * round, element) % 1000) / 1000;
  };
  return {{0.1 + number(0, 11), 0.1 + number(1, 11)},
          {0, 0},
          {number(2, 250), number(3, 250)}};
}

/// Returns an integer of at most `most` that differs by element.
static int64_t countAt(unsigned round, int64_t most, const Index &element) {
  return int64_t(hashOf(round, element) % (2 * most + 1)) - most;
}

/// `states` are the stored value, the scale, and the age of devices.
bool WeightRules::isStanding(const Weight &weight, Value value,
                             ArrayRef<Value> states, const DrawChain &draws,
                             std::optional<unsigned> draw,
                             bool byChannel) const {
  if (value.getType() != weight.getType())
    return false;
  auto scaleType = cast<RankedTensorType>(states[1].getType());
  constexpr float units[] = {0.25f, 1.0f, 8.0f, 1.0f};
  for (auto [round, unit] : llvm::enumerate(units)) {
    Samples samples;
    Scales scales{unit, unsigned(round), byChannel};
    samples.set(states[1], scales.list(scaleType));
    if (option.device) {
      draws.addTo(samples, round);
      samples.set(states[0], pairLeaf([=, round = round](const Index &element) {
                    return pairAt(round, element).conductance;
                  }));
      samples.set(states[2], pairLeaf([=, round = round](const Index &element) {
                    return pairAt(round, element).age;
                  }));
    } else {
      samples.set(states[0], [=, round = round, largest = option.largest()](
                                 const Index &element) {
        return Sample::of(countAt(round, largest, element));
      });
    }
    for (const Index &element : listPositions(weight.getType().getShape()))
      if (!isStandingAt(samples.at(value, element), element,
                        scales.of(channelOf(weight, element)), round, draw))
        return false;
  }
  return true;
}

bool WeightRules::isStandingAt(std::optional<Sample> found,
                               const Index &element, float scale,
                               unsigned round,
                               std::optional<unsigned> draw) const {
  if (!found || !found->isFloat)
    return false;
  if (!option.device)
    return found->real ==
           float(countAt(round, option.largest(), element)) * scale;
  DeviceModel::Pair noise{};
  if (draw)
    noise = DrawChain::deviates(*draw, round, element);
  return isNear(found->real / scale,
                option.device->read(pairAt(round, element), noise));
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
  for (const auto &[value, next] : weight.nextReads)
    if (!isWeight(weight, value, next, /*isNoisy=*/false, /*byChannel=*/true))
      return refuse(
          "but a read of its next state has the scale of another one");
  return success();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Sum and stored state of one element at a sample point.
struct WeightRules::Sampled {
  float quanta;              ///< the sum, in units of the first scale
  int64_t count = 0;         ///< stored integer
  DeviceModel::State pair{}; ///< stored pair of devices
};

struct WeightRules::Point {
  Scales scales;
  std::function<Sampled(const Index &)> at;
  int64_t step = 0;
  /// The only element with an infinite or NaN sum.
  std::optional<Index> broken = std::nullopt;

  float sumAt(const Index &element) const {
    return at(element).quanta * scales.first;
  }
};

/// `point` must outlive `samples`.
void WeightRules::setPoint(const Weight &weight, const Point &point,
                           Samples &samples) const {
  auto argument = [&](unsigned state) { return weight.arguments[state]; };
  auto scaleType = cast<RankedTensorType>(argument(Weight::scale).getType());
  samples.set(argument(Weight::scale), point.scales.list(scaleType));
  samples.set(weight.sum, [&point](const Index &element) {
    return Sample::of(point.sumAt(element));
  });
  if (!option.device)
    return samples.set(argument(Weight::stored),
                       [&point](const Index &element) {
                         return Sample::of(point.at(element).count);
                       });
  draws.addTo(samples, point.scales.round);
  for (auto [state, member] :
       {std::pair(Weight::stored, &DeviceModel::State::conductance),
        std::pair(Weight::history, &DeviceModel::State::history),
        std::pair(Weight::age, &DeviceModel::State::age)})
    samples.set(argument(state),
                pairLeaf([&point, member = member](const Index &element) {
                  return point.at(element).pair.*member;
                }));
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
    noise[i] = DrawChain::deviates(draw, point.scales.round, element);
  DeviceModel::State expected = option.device->write(
      point.at(element).pair, pulses, point.step, noise[0], noise[1]);
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
  int64_t number = channelOf(weight, element);
  float scale = point.scales.of(number), sum = point.sumAt(element);
  Index channel;
  for (int64_t dim : weight.channels)
    channel.push_back(element[dim]);
  auto rest = samples.at(weight.next(Weight::chi), element);
  auto after = samples.at(weight.next(Weight::scale), channel);
  if (!rest || !after || !rest->isFloat || !after->isFloat)
    return false;
  if (point.broken && channelOf(weight, *point.broken) == number)
    return std::isnan(after->real) &&
           std::isfinite(rest->real) == std::isfinite(sum);
  double quanta = std::trunc(double(sum) / scale), q = option.largest();
  int64_t count = point.at(element).count;
  double moved = std::clamp(count + quanta, -q, q);
  double taken =
      option.device ? std::clamp(quanta, -2 * q, 2 * q) : moved - count;
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
  std::vector<Index> positions = listPositions(weight.getType().getShape());
  auto wrong = llvm::find_if_not(positions, [&](const Index &element) {
    return isMoved(weight, point, element, samples);
  });
  if (wrong == positions.end())
    return success();
  Sampled sampled = point.at(point.broken.value_or(*wrong));
  InFlightDiagnostic error = StateOp(weight.mark).emitError();
  error << "breaks \"whole quanta move the weight, and the accumulator keeps "
           "the rest\": expects so of '"
        << weight.name
        << "' at chi + update = " << sampled.quanta * point.scales.first;
  if (option.device)
    error << ", conductances = " << sampled.pair.conductance[0] << " and "
          << sampled.pair.conductance[1] << ", step = " << point.step;
  else
    error << ", integer = " << sampled.count;
  error << ", epsilon = " << point.scales.of(channelOf(weight, *wrong))
        << ", element = [";
  llvm::interleaveComma(point.broken.value_or(*wrong), error);
  return error << "]";
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

/// Checks points at which the elements have the states of `list`, in rounds
/// until positions have had each of them.
LogicalResult WeightRules::checkStates(const Weight &weight,
                                       ArrayRef<Sampled> list, float scale,
                                       int64_t step) const {
  ArrayRef<int64_t> shape = weight.getType().getShape();
  for (unsigned i = 0; i < ElementPattern::countRounds(shape, list.size());
       ++i) {
    auto stateAt = [&list, pattern = ElementPattern(shape, list.size(), i)](
                       const Index &element) { return list[pattern(element)]; };
    if (failed(checkPoint(weight, {Scales{scale, i}, stateAt, step})))
      return failure();
  }
  return success();
}

/// Checks that an infinite or NaN accumulator of one element makes the scale of
/// its channel NaN, and no other one.
LogicalResult WeightRules::checkBroken(const Weight &weight) const {
  ArrayRef<int64_t> shape = weight.getType().getShape();
  std::vector<Index> elements = listCorners(shape);
  std::vector<Index> others = listPositions(shape);
  others.resize(std::min<size_t>(others.size(), 8));
  llvm::append_range(elements, others);
  const float numbers[] = {INFINITY, NAN, -INFINITY};
  for (auto [i, broken] : llvm::enumerate(elements)) {
    auto stateAt = [&, broken = broken, i = i](const Index &element) {
      return Sampled{element == broken ? numbers[i % 3] : 1.75f,
                     countAt(i, option.largest(), element), pairAt(i, element)};
    };
    if (failed(
            checkPoint(weight, {Scales{1, unsigned(i)}, stateAt, 1, broken})))
      return failure();
  }
  return success();
}

LogicalResult WeightRules::checkIntegers(const Weight &weight) const {
  auto q = option.largest();
  SmallVector<Sampled> list;
  for (float quanta : {0.0f, 0.25f, -0.25f, 0.99999994f, 1.0f, -1.0f, 1.75f,
                       -1.0000001f, -2.5f, 3.0f, float(q), -3.0f * q, 1000.5f})
    for (int64_t count : {-q, int64_t(-1), int64_t(0), int64_t(1), q})
      list.push_back({quanta, count});
  for (float scale : {0.5f, 0.0078125f, 1.0f})
    if (failed(checkStates(weight, list, scale, 0)))
      return failure();
  return success();
}

LogicalResult WeightRules::checkDevices(const Weight &weight) const {
  const DeviceModel::State pairs[] = {
      {{3, 3}, {0.3, 0.9}, {0, 5}},       {{11.5, 2}, {1, 0}, {3, 1}},
      {{8.5, 6.5}, {0.01, 0.02}, {1, 1}}, {{7, 9.25}, {0.2, 0.5}, {2, 0}},
      {{0.05, 11.9}, {0.5, 0.1}, {9, 9}}, {{0.5, 0.2}, {4, 6}, {2, 2}}};
  float q = option.largest();
  SmallVector<Sampled> list;
  for (const DeviceModel::State &pair : pairs)
    for (float quanta : {0.0f, 0.99999994f, 1.0f, -1.0f, 1.75f, -2.5f, 3.0f,
                         q + 1, -q - 1, -3 * q, 1000.5f})
      list.push_back({quanta, 0, pair});
  auto every = int64_t(option.device->refreshSteps);
  SmallVector<Sampled> limits;
  if (every >= 1)
    for (const DeviceModel::State &pair : listRefreshPairs(*option.device))
      limits.push_back({0, 0, pair});
  if (!limits.empty() &&
      failed(checkStates(weight, limits, 0.5f, 2 * every - 1)))
    return failure();
  for (int64_t step : {every ? 2 * every - 1 : 1, every})
    if (failed(checkStates(weight, list, 0.5f, step)))
      return failure();
  return success();
}

LogicalResult WeightRules::checkMove(const Weight &weight) const {
  return failure(
      failed(checkBroken(weight)) ||
      failed(option.device ? checkDevices(weight) : checkIntegers(weight)));
}
