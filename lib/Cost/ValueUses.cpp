// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/ValueUses.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

void ValueUses::reserve(size_t count) {
  numbers.reserve(count);
  values.reserve(count);
  uses.reserve(2 * count);
}

void ValueUses::addValue(Value value, const MadeValue &made) {
  numbers[value] = values.size();
  values.push_back(made);
}

void ValueUses::addName(Value cast, Value value) {
  auto known = numbers.find(value);
  if (known == numbers.end())
    return laterNames.push_back({cast, value});
  unsigned number = known->second;
  numbers[cast] = number;
}

/// Uses of a value that control flow forwards may precede the value.
void ValueUses::addUse(OpOperand &operand, unsigned reader, Traffic traffic,
                       unsigned index) {
  ValueUse use{Objective::none, reader, index, traffic, &operand};
  auto known = numbers.find(operand.get());
  if (known == numbers.end())
    return laterUses.push_back(use);
  use.value = known->second;
  uses.push_back(use);
}

void ValueUses::addView(Value value, Value source) {
  views.push_back({value, source});
}

/// Gives each view the access of the value of which it is a view.
void ValueUses::followViews() {
  for (auto [value, source] : views) {
    auto from = numbers.find(source), to = numbers.find(value);
    if (from != numbers.end() && to != numbers.end())
      values[to->second].viewOf = from->second;
  }
  SmallVector<unsigned> path;
  for (unsigned number = 0; number < values.size(); ++number) {
    unsigned root = number;
    while (values[root].traffic == Traffic::view &&
           values[root].viewOf != Objective::none &&
           path.size() < values.size()) {
      path.push_back(root);
      root = values[root].viewOf;
    }
    Traffic traffic = values[root].traffic == Traffic::view
                          ? Traffic::memory
                          : values[root].traffic;
    while (!path.empty())
      values[path.pop_back_val()].traffic = traffic;
  }
}

void ValueUses::finish() {
  for (auto [cast, value] : std::exchange(laterNames, {}))
    if (numbers.contains(value))
      addName(cast, value);
  for (ValueUse &use : laterUses)
    if (auto known = numbers.find(use.operand->get()); known != numbers.end()) {
      use.value = known->second;
      uses.push_back(use);
    }
  followViews();
  offsets.assign(values.size() + 1, 0);
  for (const ValueUse &use : uses)
    ++offsets[use.value + 1];
  std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
  SmallVector<unsigned, 0> next(offsets.begin(), offsets.end());
  SmallVector<ValueUse, 0> sorted(uses.size());
  for (const ValueUse &use : uses)
    sorted[next[use.value]++] = use;
  uses = std::move(sorted);
  laterUses = {};
  views = {};
  numbers.clear();
}

/// A value is live from its definition to its last user.
unsigned ValueUses::findPeak() const {
  unsigned last = 0;
  for (unsigned number = 0; number < values.size(); ++number)
    for (const ValueUse &use : usesOf(number))
      last = std::max(last, use.index);
  SmallVector<double, 0> change(last + 2);
  for (auto [number, made] : llvm::enumerate(values)) {
    unsigned end = 0;
    for (const ValueUse &use : usesOf(number))
      end = std::max(end, use.index);
    if (made.index == 0 || end <= made.index || made.traffic == Traffic::free)
      continue;
    change[made.index] += made.elements;
    change[end] -= made.elements;
  }
  unsigned peak = 0;
  double most = 0, live = 0;
  for (unsigned i = 0; i <= last; ++i) {
    live += change[i];
    if (live > most) {
      most = live;
      peak = i;
    }
  }
  return peak;
}
