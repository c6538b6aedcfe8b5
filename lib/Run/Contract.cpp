// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// sort the loops ==> choose tiles or vectors ==> cut into tasks, on all cores
//
// How sums are cut depends on sizes alone: the same input gives the same bits
// on any number of threads.
#include "Parallel.h"
#include "Plan.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <sys/mman.h>

using namespace amprt;

namespace {
struct Arrays {
  const void *a, *b;
  amprt_type typeA, typeB;
  void *c;
  amprt_type typeC;
  bool accumulate;

  Arrays from(const Nest &nest) const;
};

int64_t sizeOf(amprt_type type) {
  return type == AMPRT_F64 ? 8 : type == AMPRT_F32 ? 4 : 2;
}

/// The arrays where the nest starts.
Arrays Arrays::from(const Nest &nest) const {
  Arrays moved = *this;
  moved.a = static_cast<const char *>(a) + nest.startA * sizeOf(typeA);
  moved.b = static_cast<const char *>(b) + nest.startB * sizeOf(typeB);
  moved.c = static_cast<char *>(c) + nest.startC * sizeOf(typeC);
  return moved;
}

#if defined(__x86_64__)
struct Choice {
  const char *name;
  bool isThere;
  const Kernels &of32, &of64;
};

bool hasAvx512() {
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

/// The best that this processor has, or what AMP_KERNELS names, if it has it.
Choice chooseKernels() {
  bool hasAvx2 = __builtin_cpu_supports("avx2") &&
                 __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("f16c");
  const Choice choices[] = {{"avx512", hasAvx512(), avx512_32, avx512_64},
                            {"avx2", hasAvx2, avx2_32, avx2_64},
                            {"portable", true, portable32, portable64}};
  const char *wanted = std::getenv("AMP_KERNELS");
  for (const Choice &choice : choices)
    if (choice.isThere && wanted && std::strcmp(wanted, choice.name) == 0)
      return choice;
  for (const Choice &choice : choices)
    if (choice.isThere)
      return choice;
  return choices[2];
}

const Kernels &kernelsFor(amprt_type type) {
  static const Choice choice = chooseKernels();
  return type == AMPRT_F64 ? choice.of64 : choice.of32;
}
#else
const Kernels &kernelsFor(amprt_type type) {
  return type == AMPRT_F64 ? portable64 : portable32;
}
#endif

/// Part of a dimension: no shorter than `good` where enough parts are left.
struct Cut {
  int64_t size, parts, part;

  Cut(int64_t size, int64_t unit, int64_t good, int64_t needed, int64_t most)
      : size(size) {
    int64_t wanted = std::max(size / good, std::min(needed, size / unit));
    parts = std::clamp<int64_t>(wanted, 1, most);
    part = (size + parts * unit - 1) / (parts * unit) * unit;
    parts = (size + part - 1) / part;
  }

  Span of(const Loops &loops, int64_t index) const {
    return {loops.data(), int64_t(loops.size()), index * part,
            std::min(size, (index + 1) * part)};
  }
};

Span whole(const Loops &loops) {
  return {loops.data(), int64_t(loops.size()), 0, countPoints(loops)};
}

void *getWorkspace() {
  static thread_local void *memory = [] {
    void *fresh = amprt_alloc(workspaceBytes, workspaceBytes);
    (void)madvise(fresh, workspaceBytes, MADV_HUGEPAGE);
    return fresh;
  }();
  return memory;
}

/// Work of fewer cycles is not worth another thread.
constexpr double least = 20000;

void runTiles(const Plan &plan, const Arrays &arrays, const Kernels &kernels) {
  const Nest &nest = plan.nest;
  int64_t threads = plan.cycles < 2 * least ? 1 : countThreads();
  int64_t most = std::min<int64_t>(4 * threads, 1 + plan.cycles / least);
  Cut batch(countPoints(nest.batch), 1, 1, 1, most);
  int64_t needed = (threads + batch.parts - 1) / batch.parts;
  int64_t rowCount = countPoints(nest.rows);
  int64_t columnCount = countPoints(nest.columns);
  bool cutsColumnsFirst = columnCount > rowCount;
  int64_t neededColumns = cutsColumnsFirst ? needed : 1;
  Cut columns(columnCount, kernels.columns, 512, neededColumns, most);
  needed = (needed + columns.parts - 1) / columns.parts;
  Cut rows(rowCount, kernels.rows, blockRows, needed, most);

  auto runPart = [&](int64_t part) {
    Task task{arrays.a,
              arrays.b,
              arrays.typeA,
              arrays.typeB,
              arrays.c,
              arrays.accumulate,
              {},
              {},
              {},
              whole(nest.sums),
              getWorkspace()};
    task.batch = batch.of(nest.batch, part / (rows.parts * columns.parts));
    task.columns = columns.of(nest.columns, part / rows.parts % columns.parts);
    task.rows = rows.of(nest.rows, part % rows.parts);
    kernels.runTask(task);
  };
  int64_t parts = batch.parts * rows.parts * columns.parts;
  parallelFor(parts, threads > 1 ? 1 : parts, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part)
      runPart(part);
  });
}

void runVectors(const Plan &plan, const Arrays &arrays,
                const Kernels &kernels) {
  Loops kept = plan.nest.batch;
  for (const Loops *more : {&plan.nest.rows, &plan.nest.columns})
    kept.insert(kept.end(), more->begin(), more->end());
  Loops along{*plan.along};
  int64_t threads = plan.cycles < 2 * least ? 1 : countThreads();
  int64_t most = std::min<int64_t>(4 * threads, 1 + plan.cycles / least);
  Cut points(countPoints(kept), 1, 1, 1, most);
  int64_t needed = along[0].c ? (threads + points.parts - 1) / points.parts : 1;
  Cut vectors(along[0].size, kernels.columns, along[0].size + 1, needed, most);
  int64_t parts = points.parts * vectors.parts;
  parallelFor(parts, threads > 1 ? 1 : parts, [&](int64_t begin, int64_t end) {
    for (int64_t part = begin; part < end; ++part)
      kernels.runThin(
          {arrays.a, arrays.b, arrays.typeA, arrays.typeB, arrays.c,
           arrays.accumulate, vectors.of(along, part % vectors.parts),
           points.of(kept, part / vectors.parts), whole(plan.nest.sums)});
  });
}

void run(const Nest &nest, Arrays arrays) {
  const Kernels &kernels = kernelsFor(arrays.typeC);
  Plan plan = choosePlan(nest, kernels);
  if (plan.isSwapped) {
    std::swap(arrays.a, arrays.b);
    std::swap(arrays.typeA, arrays.typeB);
  }
  arrays = arrays.from(plan.nest);
  plan.along ? runVectors(plan, arrays, kernels)
             : runTiles(plan, arrays, kernels);
}

/// Steps of c as if it were dense; returns its size.
int64_t makeDense(Nest &nest) {
  int64_t size = 1;
  for (Loops *loops : {&nest.columns, &nest.rows, &nest.batch})
    for (auto loop = loops->rbegin(); loop != loops->rend(); ++loop) {
      loop->c = size;
      size *= loop->size;
    }
  nest.startC = 0;
  return size;
}

/// c has too few elements to share out: parts of the longest sum fill arrays of
/// their own, and one more contraction, with 1, adds them up in order.
bool runInParts(const Nest &nest, const Arrays &arrays) {
  constexpr int64_t fewElements = 32768, manySums = 8192, mostParts = 16;
  Nest dense = nest;
  int64_t size = makeDense(dense);
  if (size > fewElements || countPoints(nest.sums) < manySums)
    return false;
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
      run(own, to);
    }
  });

  static const double one64 = 1;
  static const float one32 = 1;
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
  total.sums = {{parts, size, 0, 0}};
  total.startA = total.startB = 0;
  bool isWide = arrays.typeC == AMPRT_F64;
  run(total,
      {memory.get(), isWide ? (const void *)&one64 : &one32, arrays.typeC,
       arrays.typeC, arrays.c, arrays.typeC, arrays.accumulate});
  return true;
}
} // namespace

void amprt_contract(int64_t loops, const int64_t *table, const void *a,
                    amprt_type typeA, const void *b, amprt_type typeB, void *c,
                    amprt_type typeC, int accumulate) {
  Nest nest(loops, table);
  Arrays arrays{a, b, typeA, typeB, c, typeC, accumulate != 0};
  bool isEmpty = false;
  for (const Loops *kept : {&nest.batch, &nest.rows, &nest.columns})
    isEmpty |= countPoints(*kept) == 0;
  if (isEmpty)
    return;
  if (countPoints(nest.sums) > 0) {
    if (!runInParts(nest, arrays))
      run(nest, arrays);
    return;
  }
  if (accumulate)
    return;
  // The sum of nothing: all of c is 0 * 0.
  static const double zero = 0;
  nest.sums.clear();
  nest.startA = nest.startB = 0;
  for (Loops *kept : {&nest.batch, &nest.rows, &nest.columns})
    for (Loop &loop : *kept)
      loop.a = loop.b = 0;
  for (Loops *loops : {&nest.batch, &nest.columns}) {
    nest.rows.insert(nest.rows.end(), loops->begin(), loops->end());
    loops->clear();
  }
  run(nest, {&zero, &zero, typeC, typeC, c, typeC, false});
}
