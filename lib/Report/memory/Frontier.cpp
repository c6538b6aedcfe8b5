// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/memory/Frontier.h"
#include <algorithm>

using namespace mlir::amp;
using namespace mlir::amp::report;

/// Limit on points. Beyond it, two adjacent points are merged into their
/// maximum: the work stays linear, and the peak is never underestimated.
static constexpr size_t maxMoments = 128;

void Frontier::add(Bytes moment) {
  auto above = fixedByScaled.lower_bound(moment.scaled);
  if (above != fixedByScaled.end() && above->second >= moment.fixed)
    return;
  if (above != fixedByScaled.end() && above->first == moment.scaled)
    ++above;
  auto first = above;
  while (first != fixedByScaled.begin() &&
         std::prev(first)->second <= moment.fixed)
    --first;
  fixedByScaled.erase(first, above);
  fixedByScaled[moment.scaled] = moment.fixed;
  if (fixedByScaled.size() <= maxMoments)
    return;
  std::map<double, double> merged;
  for (auto entry = fixedByScaled.begin(); entry != fixedByScaled.end();) {
    double fixed = entry->second, scaled = entry->first;
    if (++entry != fixedByScaled.end()) {
      scaled = entry->first;
      ++entry;
    }
    merged[scaled] = fixed;
  }
  fixedByScaled = std::move(merged);
}

void Frontier::add(const Frontier &inside, Bytes around) {
  for (auto [scaled, fixed] : inside.fixedByScaled)
    add(Bytes{fixed, scaled} + around);
}

Bytes Frontier::peak() const {
  Bytes largest;
  for (auto [scaled, fixed] : fixedByScaled)
    if (fixed + scaled > largest.total())
      largest = {fixed, scaled};
  return largest;
}

/// Returns true if line `middle` is nowhere above both other lines.
static bool isBelow(Bytes middle, Bytes flat, Bytes steep) {
  return (flat.fixed - steep.fixed) * (middle.scaled - flat.scaled) <=
         (flat.fixed - middle.fixed) * (steep.scaled - flat.scaled);
}

std::vector<Bytes> Frontier::moments() const {
  std::vector<Bytes> hull;
  for (auto [scaled, fixed] : fixedByScaled) {
    Bytes moment{fixed, scaled};
    while (hull.size() > 1 &&
           isBelow(hull.back(), hull[hull.size() - 2], moment))
      hull.pop_back();
    hull.push_back(moment);
  }
  return hull;
}

std::optional<double> Frontier::largestRatio(double memory) const {
  std::optional<double> largest;
  for (auto [scaled, fixed] : fixedByScaled) {
    if (fixed > memory)
      return 0;
    if (scaled > 0)
      largest = std::min(largest.value_or((memory - fixed) / scaled),
                         (memory - fixed) / scaled);
  }
  return largest;
}
