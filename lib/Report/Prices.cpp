// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/Prices.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/Format.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

static bool isSlot(unsigned end) { return end < Objective::none; }

Prices::Prices(const ProgramGraph &graph, const Chip &chip, FloatType compute)
    : objective(graph, chip, compute) {
  for (auto [number, slot] : llvm::enumerate(objective.slots))
    slotsOf[slot.op].push_back(number);
  for (auto [number, product] : llvm::enumerate(objective.products))
    for (unsigned slot : {product.operands, product.result})
      if (isSlot(slot))
        productOf[slot] = number;

  auto forEachPart = [&](function_ref<void(unsigned, Part)> visit) {
    for (unsigned number = 0; number < objective.sharings.size(); ++number) {
      const Objective::Sharing &sharing = objective.sharings[number];
      if (isSlot(sharing.maker))
        visit(sharing.maker, {number, /*reads=*/false});
      for (unsigned reader : objective.readersOf(sharing))
        visit(reader, {number, /*reads=*/true});
    }
  };
  firstPart.assign(objective.slots.size() + 2, 0);
  forEachPart([&](unsigned slot, Part) { ++firstPart[slot + 2]; });
  std::partial_sum(firstPart.begin(), firstPart.end(), firstPart.begin());
  parts.resize(firstPart.back());
  // Each insertion advances the end of a slot, finally to the next slot's
  // begin.
  forEachPart(
      [&](unsigned slot, Part part) { parts[firstPart[slot + 1]++] = part; });
  for (const Objective::Sharing &sharing : objective.sharings)
    asking.push_back(
        llvm::count_if(objective.readersOf(sharing), [&](unsigned reader) {
          return objective.lowNow.test(reader) == sharing.isLow;
        }));
}

bool Prices::isLow(unsigned slot, ArrayRef<unsigned> flipped) const {
  if (!isSlot(slot))
    return slot == Objective::low;
  return objective.lowNow.test(slot) || llvm::is_contained(flipped, slot);
}

std::optional<int64_t> Prices::timeOf(const Objective::Product &product,
                                      ArrayRef<unsigned> flipped) const {
  bool readsLow = isLow(product.operands, flipped);
  if (!isLow(product.result, flipped))
    return readsLow ? product.cost.mixed : product.cost.high;
  return readsLow ? std::optional<int64_t>(product.cost.low) : std::nullopt;
}

int64_t Prices::ofSharings(ArrayRef<unsigned> flipped) const {
  llvm::SmallMapVector<unsigned, int, 8> change; ///< of `asking`
  for (unsigned slot : flipped)
    for (Part part : ArrayRef(parts).slice(
             firstPart[slot], firstPart[slot + 1] - firstPart[slot])) {
      int &difference = change[part.sharing];
      if (part.reads)
        difference += objective.sharings[part.sharing].isLow ? 1 : -1;
    }
  int64_t more = 0;
  for (auto [number, difference] : change) {
    const Objective::Sharing &sharing = objective.sharings[number];
    auto isPaid = [&](int readers, ArrayRef<unsigned> low) {
      return readers > 0 && (sharing.maker == Objective::none ||
                             isLow(sharing.maker, low) != sharing.isLow);
    };
    int readers = asking[number];
    more += sharing.cost *
            (isPaid(readers + difference, flipped) - isPaid(readers, {}));
  }
  return more;
}

std::optional<int64_t> Prices::ofFlipping(ArrayRef<unsigned> slots) const {
  int64_t more = ofSharings(slots);
  llvm::SmallSetVector<unsigned, 2> products;
  for (unsigned slot : slots) {
    more += objective.slots[slot].cost.low - objective.slots[slot].cost.high;
    if (auto found = productOf.find(slot); found != productOf.end())
      products.insert(found->second);
  }
  for (unsigned number : products) {
    const Objective::Product &product = objective.products[number];
    std::optional<int64_t> now = timeOf(product, {}),
                           then = timeOf(product, slots);
    if (!now || !then)
      return std::nullopt;
    more += *then - *now;
  }
  return more;
}

std::optional<int64_t> Prices::ofLow(Operation *op) const {
  auto found = slotsOf.find(op);
  if (found == slotsOf.end())
    return std::nullopt;
  unsigned slot = found->second.front();
  if (auto product = productOf.find(slot); product != productOf.end())
    slot = objective.products[product->second].operands;
  else if (found->second.size() > 1)
    return std::nullopt;
  if (!isSlot(slot) || objective.lowNow.test(slot))
    return std::nullopt;
  return ofFlipping(slot);
}

llvm::DenseMap<Operation *, int64_t> Prices::shareOut() const {
  llvm::DenseMap<Operation *, int64_t> times;
  for (auto [number, slot] : llvm::enumerate(objective.slots))
    times[slot.op] += isLow(number, {}) ? slot.cost.low : slot.cost.high;
  for (const Objective::Product &product : objective.products) {
    unsigned slot =
        isSlot(product.operands) ? product.operands : product.result;
    if (isSlot(slot))
      times[objective.slots[slot].op] += timeOf(product, {}).value_or(0);
  }
  for (auto [number, sharing] : llvm::enumerate(objective.sharings)) {
    if (!asking[number] || (sharing.maker != Objective::none &&
                            isLow(sharing.maker, {}) == sharing.isLow))
      continue;
    unsigned slot = isSlot(sharing.maker)
                        ? sharing.maker
                        : objective.readersOf(sharing).front();
    times[objective.slots[slot].op] += sharing.cost;
  }
  return times;
}

void amp::report::printTime(llvm::raw_ostream &os, int64_t femtoseconds) {
  if (femtoseconds < 1000 * 1000 * 1000)
    os << llvm::format("%.3f ns", femtoseconds / 1e6);
  else
    os << llvm::format("%.3f us", femtoseconds / 1e9);
}
