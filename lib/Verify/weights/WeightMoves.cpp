// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rules for the next states of a weight, evaluated at sample points.
#include "lib/Verify/weights/SamplePoints.h"
#include "lib/Verify/weights/WeightRules.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Sum and stored state of one element at a sample point.
struct WeightRules::Sampled {
  float quanta;              ///< the sum, in units of the first scale
  int64_t count = 0;         ///< stored integer
  DeviceModel::State pair{}; ///< stored pair of devices
};

struct WeightRules::Point {
  SampleScales scales;
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
    if (failed(checkPoint(weight, {SampleScales{scale, i}, stateAt, step})))
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
            checkPoint(weight, {SampleScales{1, unsigned(i)}, stateAt, 1, broken})))
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
