// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Nest.h"

#include <algorithm>
#include <cstdlib>

using namespace amprt;

int64_t amprt::countPoints(const Loops &loops) {
  int64_t points = 1;
  for (const Loop &loop : loops)
    points *= loop.size;
  return points;
}

Nest::Nest(int64_t count, const int64_t *table) {
  for (int64_t i = 0; i < count; ++i) {
    Loop loop{table[i], table[count + i], table[2 * count + i],
              table[3 * count + i]};
    if (loop.size == 1)
      continue;
    int64_t first = loop.c                     ? loop.c
                    : loop.a < 0 && loop.b > 0 ? loop.b
                                               : loop.a;
    if ((first ? first : loop.b) < 0) {
      startA += (loop.size - 1) * loop.a;
      startB += (loop.size - 1) * loop.b;
      startC += (loop.size - 1) * loop.c;
      loop = {loop.size, -loop.a, -loop.b, -loop.c};
    }
    Loops &kind = !loop.c            ? sums
                  : loop.a && loop.b ? batch
                  : loop.b           ? columns
                                     : rows;
    kind.push_back(loop);
  }
}

void Nest::swap() {
  std::swap(rows, columns);
  std::swap(startA, startB);
  for (Loops *loops : {&batch, &rows, &columns, &sums})
    for (Loop &loop : *loops)
      std::swap(loop.a, loop.b);
}

/// Merges an outer loop with an inner one whose range is one step of the outer.
static void mergeNeighbours(Loops &loops) {
  for (size_t i = loops.size(); i-- > 1;) {
    Loop &outer = loops[i - 1], inner = loops[i];
    if (outer.a != inner.size * inner.a || outer.b != inner.size * inner.b ||
        outer.c != inner.size * inner.c)
      continue;
    outer = {outer.size * inner.size, inner.a, inner.b, inner.c};
    loops.erase(loops.begin() + i);
  }
}

/// Sorts by decreasing stride in the array that the loops traverse. A stride of
/// 0 counts as the largest.
template <typename Key> static void sortBy(Loops &loops, Key key) {
  std::stable_sort(loops.begin(), loops.end(),
                   [&](const Loop &x, const Loop &y) {
                     return uint64_t(std::llabs(key(x)) - 1) >
                            uint64_t(std::llabs(key(y)) - 1);
                   });
  mergeNeighbours(loops);
}

static bool stepsByOne(const Loops &loops, int64_t Loop::*array) {
  return std::any_of(loops.begin(), loops.end(),
                     [&](const Loop &loop) { return loop.*array == 1; });
}

void Nest::order() {
  auto by = [](int64_t Loop::*array) {
    return [array](const Loop &loop) { return loop.*array; };
  };
  sortBy(batch, by(&Loop::c));
  sortBy(rows, by(stepsByOne(rows, &Loop::a) ? &Loop::a : &Loop::c));
  sortBy(columns, by(&Loop::c));
  sortBy(sums, by(stepsByOne(sums, &Loop::a) || !stepsByOne(sums, &Loop::b)
                      ? &Loop::a
                      : &Loop::b));
}
