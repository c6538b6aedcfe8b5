// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/Objective.h"
#include "lib/Cost/ProgramReader.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Adds the terms for values and their uses.
class Terms {
public:
  Terms(Objective &objective, const ValueUses &uses, const CostModel &cost)
      : objective(objective), uses(uses), cost(cost), peak(uses.findPeak()) {}

  void addValue(unsigned number);

private:
  using Keep = function_ref<bool(const ValueUse &)>;
  using Shared = Objective::Shared;
  void addSharing(unsigned maker, bool isLow, Shared kind, int64_t price,
                  ArrayRef<ValueUse> readers, Keep keep);
  bool livesAtPeak(const MadeValue &made, const ValueUse &use) const {
    return made.index != 0 && made.index < peak && use.index > peak;
  }

  Objective &objective;
  const ValueUses &uses;
  const CostModel &cost;
  const unsigned peak;
  SmallVector<std::pair<unsigned, OpOperand *>> kept;
};
} // namespace

void Objective::addCost(unsigned slot, OpCost price) {
  if (slot == high)
    fixedCost += price.high;
  else if (slot == low)
    fixedCost += price.low;
  else
    slots[slot].cost += price;
}

void Terms::addSharing(unsigned maker, bool isLow, Shared kind, int64_t price,
                       ArrayRef<ValueUse> readers, Keep keep) {
  kept.clear();
  unsigned thisEnd = isLow ? Objective::low : Objective::high;
  unsigned otherEnd = isLow ? Objective::high : Objective::low;
  bool always = false;
  for (const ValueUse &use : readers)
    if (keep(use) && use.reader != otherEnd && use.reader != maker) {
      always |= use.reader == thisEnd;
      kept.push_back({use.reader, use.operand});
    }
  if (kept.empty() || maker == thisEnd)
    return;
  if (always) {
    OpCost ofMaker = isLow ? OpCost{price, 0} : OpCost{0, price};
    if (maker == Objective::none || maker == otherEnd)
      objective.fixedCost += price;
    else
      objective.addCost(maker, ofMaker);
    return;
  }
  // Keeps the first use by each reader, independent of addresses.
  llvm::stable_sort(kept, llvm::less_first());
  auto sameReader = [](const auto &a, const auto &b) {
    return a.first == b.first;
  };
  kept.erase(std::unique(kept.begin(), kept.end(), sameReader), kept.end());
  unsigned first = objective.readers.size();
  for (auto [reader, operand] : kept) {
    objective.readers.push_back(reader);
    objective.uses.push_back(operand);
  }
  unsigned from = maker == otherEnd ? Objective::none : maker;
  objective.sharings.push_back(
      {from, isLow, kind, first, static_cast<unsigned>(kept.size()), price});
}

void Terms::addValue(unsigned number) {
  const MadeValue &made = uses.values[number];
  ArrayRef<ValueUse> readers = uses.usesOf(number);
  if (made.traffic == Traffic::free || readers.empty())
    return;
  auto priced = [&](int64_t price) {
    return static_cast<int64_t>(price * made.times);
  };
  auto isAny = [](const ValueUse &) { return true; };
  auto needsMemory = [](const ValueUse &use) {
    return use.traffic == Traffic::memory;
  };
  auto isLate = [&](const ValueUse &use) { return livesAtPeak(made, use); };
  int64_t convert = priced(cost.convert(made.elements));
  for (bool isLow : {false, true})
    addSharing(made.maker, isLow, Shared::conversion, convert, readers, isAny);
  if (made.isConstant)
    return;

  OpCost move = cost.move(made.elements) * made.times;
  auto of = [&](bool isLow) { return isLow ? move.low : move.high; };
  if (made.traffic == Traffic::fused) {
    // Stored once in each format that a user loads.
    auto findsInMemory = [&](const ValueUse &use) {
      return needsMemory(use) || isLate(use);
    };
    for (bool isLow : {false, true}) {
      addSharing(Objective::none, isLow, Shared::memory, of(isLow), readers,
                 findsInMemory);
      addSharing(Objective::none, isLow, Shared::peak, of(isLow), readers,
                 isLate);
    }
    return;
  }
  // The maker stores the value in its own format; users that fuse load it.
  for (bool isLow : {false, true})
    addSharing(made.maker, isLow, Shared::memory,
               priced(cost.cast(made.elements)), readers, needsMemory);
  if (llvm::any_of(readers, [](const ValueUse &use) {
        return use.traffic == Traffic::fused;
      }))
    objective.addCost(made.maker, move);
  if (llvm::any_of(readers, isLate))
    objective.addCost(made.maker, move);
}

Objective::Objective(const ProgramGraph &graph, const Chip &chip,
                     FloatType compute, const OpSet &strict)
    : numbers(graph.firstSlots().back(), none) {
  CostModel cost(chip, compute, strict);
  ProgramReader reader(*this, graph, cost, compute);
  reader.read();
  Terms terms(*this, reader.uses, cost);
  for (unsigned number = 0; number < reader.uses.values.size(); ++number)
    terms.addValue(number);
}

std::optional<int64_t> Objective::evaluate(const llvm::BitVector &isLow) const {
  int64_t total = fixedCost;
  for (auto [number, slot] : llvm::enumerate(slots))
    total += isLow.test(number) ? slot.cost.low : slot.cost.high;
  for (const Product &product : products) {
    bool low =
        product.result == Objective::low ||
        (product.result != Objective::high && isLow.test(product.result));
    bool readsLow =
        product.operands == Objective::low ||
        (product.operands != Objective::high && isLow.test(product.operands));
    if (low && !readsLow)
      return std::nullopt;
    total += low ? product.cost.low
                 : (readsLow ? product.cost.mixed : product.cost.high);
  }
  for (const Sharing &sharing : sharings) {
    auto wants = [&](unsigned reader) {
      return isLow.test(reader) == sharing.isLow;
    };
    if ((sharing.maker == none || isLow.test(sharing.maker) != sharing.isLow) &&
        llvm::any_of(readersOf(sharing), wants))
      total += sharing.cost;
  }
  return total;
}
