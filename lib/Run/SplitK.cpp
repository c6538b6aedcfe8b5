// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "SplitK.h"
#include "Parallel.h"

#include <algorithm>
#include <memory>

using namespace amprt;

static constexpr int64_t fewElements = 32768, manySums = 8192, mostParts = 16;

bool amprt::shouldSplitK(const Nest &nest) {
  int64_t elements = countPoints(nest.batch) * countPoints(nest.rows) *
                     countPoints(nest.columns);
  return elements <= fewElements && countPoints(nest.sums) >= manySums;
}

/// Sets the strides of c to those of a dense array; returns its size.
static int64_t makeDense(Nest &nest) {
  int64_t size = 1;
  for (Loops *loops : {&nest.columns, &nest.rows, &nest.batch})
    for (auto loop = loops->rbegin(); loop != loops->rend(); ++loop) {
      loop->c = size;
      size *= loop->size;
    }
  nest.startC = 0;
  return size;
}

/// Adds up the partial sums in `from`, each in the layout of `dense`.
static void addUp(const Nest &nest, const Nest &dense, Arrays from,
                  int64_t parts) {
  static const double one64 = 1;
  static const float one32 = 1;
  from.b = from.typeC == AMPRT_F64 ? (const void *)&one64 : &one32;
  Nest total = nest;
  for (Loops Nest::*kind : {&Nest::batch, &Nest::rows, &Nest::columns})
    for (size_t i = 0; i < (total.*kind).size(); ++i) {
      (total.*kind)[i].a = (dense.*kind)[i].c;
      (total.*kind)[i].b = 0;
    }
  for (Loops *loops : {&total.batch, &total.columns}) {
    total.rows.insert(total.rows.end(), loops->begin(), loops->end());
    loops->clear();
  }
  int64_t size = countPoints(total.rows);
  total.sums = {{parts, size, 0, 0}};
  total.startA = total.startB = 0;
  run(choosePlan(total, kernelsFor(from.typeC)), from);
}

void amprt::runInParts(const Nest &nest, const Arrays &arrays) {
  Nest dense = nest;
  int64_t size = makeDense(dense);
  auto longest = std::max_element(
      dense.sums.begin(), dense.sums.end(),
      [](const Loop &x, const Loop &y) { return x.size < y.size; });
  Loop sum = *longest;
  int64_t parts = std::min(sum.size, mostParts);
  int64_t bytes = size * sizeOf(arrays.typeC);
  std::unique_ptr<char, decltype(&amprt_free)> memory(
      static_cast<char *>(amprt_alloc(parts * bytes, 64)), amprt_free);
  parallelFor(parts, 1, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part) {
      Nest own = dense;
      int64_t first = sum.size * part / parts;
      own.sums[longest - dense.sums.begin()].size =
          sum.size * (part + 1) / parts - first;
      own.startA += first * sum.a;
      own.startB += first * sum.b;
      Arrays to = arrays;
      to.c = memory.get() + part * bytes;
      to.accumulate = false;
      run(choosePlan(own, kernelsFor(arrays.typeC)), to);
    }
  });
  addUp(nest, dense,
        {memory.get(), nullptr, arrays.typeC, arrays.typeC, arrays.c,
         arrays.typeC, arrays.accumulate},
        parts);
}
