// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Tasks.h"
#include "Parallel.h"

#include <algorithm>
#include <sys/mman.h>

using namespace amprt;

int64_t amprt::sizeOf(amprt_type type) {
  return type == AMPRT_F64 ? 8 : type == AMPRT_F32 ? 4 : 2;
}

/// Returns the arrays, offset to the first point of `nest`.
Arrays Arrays::from(const Nest &nest) const {
  Arrays moved = *this;
  moved.a = static_cast<const char *>(a) + nest.startA * sizeOf(typeA);
  moved.b = static_cast<const char *>(b) + nest.startB * sizeOf(typeB);
  moved.c = static_cast<char *>(c) + nest.startC * sizeOf(typeC);
  return moved;
}

namespace {
/// Split of a dimension into parts no shorter than `good`, if enough parts
/// remain.
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

/// Least number of cycles that is worth another thread.
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
      kernels.runGemv(
          {arrays.a, arrays.b, arrays.typeA, arrays.typeB, arrays.c,
           arrays.accumulate, vectors.of(along, part % vectors.parts),
           points.of(kept, part / vectors.parts), whole(plan.nest.sums)});
  });
}
} // namespace

void amprt::run(const Plan &plan, Arrays arrays) {
  if (plan.isSwapped) {
    std::swap(arrays.a, arrays.b);
    std::swap(arrays.typeA, arrays.typeB);
  }
  arrays = arrays.from(plan.nest);
  const Kernels &kernels = kernelsFor(arrays.typeC);
  plan.along ? runVectors(plan, arrays, kernels)
             : runTiles(plan, arrays, kernels);
}
