// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/weights/WeightRules.h"
#include "lib/Graph/ContractionSearch.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/weights/SamplePoints.h"
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
  constexpr float units[] = {0.25f, 1.0f, 8.0f, 1.0f};
  for (auto [round, unit] : llvm::enumerate(units)) {
    Samples samples;
    SampleScales scales{unit, unsigned(round), byChannel};
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
