// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plan.h"

#include <algorithm>

using namespace amprt;

// Cycles, as measured on a processor with two multiply-adds per cycle.
static constexpr double copied = 0.15;    // per contiguous element
static constexpr double transposed = 0.3; // per transposed element
static constexpr double gathered = 1;     // per single element
static constexpr double scattered = 2;    // per single element of c
static constexpr double latency = 4;      // of one multiply-add
static constexpr double perProduct = 150; // per batch
static constexpr double perPoint = 8;     // per point, for vectors

static int64_t divideUp(int64_t x, int64_t y) { return (x + y - 1) / y; }

static bool stepsByOne(const Loops &loops, int64_t Loop::*array) {
  return !loops.empty() && loops.back().*array == 1;
}

/// Returns the cycles of tiles: each row of a tile takes one multiply-add for
/// each vector and K index.
static double costOfTiles(const Nest &nest, const Kernels &kernels) {
  double rows = countPoints(nest.rows), columns = countPoints(nest.columns);
  double sums = countPoints(nest.sums);
  int64_t lanes = kernels.columns / 2;
  auto perSum = [&](int64_t count, int64_t vectors) {
    return std::max(0.55 * count * vectors, latency);
  };
  int64_t vectors = divideUp(columns, lanes);
  int64_t lastRows = int64_t(rows) % kernels.rows;
  auto perPanels = [&](int64_t count) {
    return count ? perSum(count, 2) * (vectors / 2) +
                       perSum(count, 1) * (vectors % 2)
                 : 0;
  };
  double product =
      sums * (perPanels(kernels.rows) * (int64_t(rows) / kernels.rows) +
              perPanels(lastRows));
  bool copiesRows =
      stepsByOne(nest.rows, &Loop::a) || stepsByOne(nest.sums, &Loop::a);
  double packing = rows * sums * (copiesRows ? copied : gathered) *
                       divideUp(columns, blockColumns) +
                   columns * sums *
                       (stepsByOne(nest.columns, &Loop::b) ? copied
                        : stepsByOne(nest.sums, &Loop::b)  ? transposed
                                                           : gathered);
  bool storesVectors = stepsByOne(nest.columns, &Loop::c);
  double storing = rows * columns * divideUp(sums, blockSums) *
                   (storesVectors ? copied : scattered);
  return countPoints(nest.batch) * (product + packing + storing + perProduct);
}

static bool mayRunAlong(const Loop &loop) {
  bool stays = loop.c == 0 && loop.a == 1 && loop.b == 1;
  return stays || (loop.c == 1 && (loop.a | 1) == 1 && (loop.b | 1) == 1);
}

/// Returns the longest loop that can be vectorized, removed from the nest.
static std::optional<Loop> takeAlong(Nest &nest) {
  Loops *from = nullptr;
  for (Loops *loops : {&nest.batch, &nest.rows, &nest.columns, &nest.sums})
    if (!loops->empty() && mayRunAlong(loops->back()) &&
        (!from || loops->back().size > from->back().size))
      from = loops;
  if (!from)
    return std::nullopt;
  Loop along = from->back();
  from->pop_back();
  return along;
}

static double costOfVectors(const Nest &nest, const Loop &along,
                            const Kernels &kernels) {
  double kept = countPoints(nest.batch) * countPoints(nest.rows) *
                double(countPoints(nest.columns));
  double sums = countPoints(nest.sums);
  double vectors = divideUp(along.size, kernels.columns / 2);
  double parallel = along.c ? std::min(vectors, 8.0) : std::min(vectors, 4.0);
  double perVector = std::max(1.0, latency / parallel);
  return kept * (perPoint + sums * (vectors * perVector + (along.c ? 0 : 2)));
}

Plan amprt::choosePlan(const Nest &nest, const Kernels &kernels) {
  std::optional<Plan> best;
  for (bool isSwapped : {false, true}) {
    Nest sorted = nest;
    if (isSwapped)
      sorted.swap();
    sorted.order();
    double cycles = costOfTiles(sorted, kernels);
    if (!best || cycles < best->cycles)
      best = Plan{sorted, isSwapped, std::nullopt, cycles};
  }
  Nest rest = nest;
  rest.order();
  if (auto along = takeAlong(rest)) {
    double cycles = costOfVectors(rest, *along, kernels);
    if (cycles < best->cycles)
      best = Plan{rest, false, along, cycles};
  }
  return *best;
}
