/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Contractions with too few rows or columns for tiles: matrix times vector,
 * dot products, depthwise convolutions.
 *
 *   c moves by 1 along the vectors:  c[v] = sum of a[v or here] * b[v or here]
 *   c stays:                         c    = sum over v of a[v] * b[v] */
#ifndef LIB_RUN_KERNELS_THIN_H
#define LIB_RUN_KERNELS_THIN_H

#include "Blocks.h"

namespace {
template <typename T> class Thin {
  using Vector = typename VectorOf<T>::Type;
  static constexpr int lanes = VectorOf<T>::lanes;
  static constexpr int most = 8; // vectors at a time
  static constexpr int64_t block = amprt::blockSums;

public:
  static void run(const ThinTask &task) {
    constexpr amprt_type own = sizeof(T) == 4 ? AMPRT_F32 : AMPRT_F64;
    Thin thin(task);
    if (task.typeA == own && task.typeB == own)
      thin.runAll<true>();
    else
      thin.runAll<false>();
  }

private:
  explicit Thin(const ThinTask &task)
      : task(task), along(*task.along.loops),
        length(task.along.end - task.along.begin) {}

  template <bool isOwn> void runAll();
  template <bool isOwn> void spread(int64_t point);
  template <bool isOwn, int vectors>
  void spreadVectors(int64_t point, int64_t begin, int64_t width);
  template <bool isOwn> void dot(int64_t point);

  template <bool isOwn>
  static Vector load(const void *data, amprt_type type, int64_t at,
                     int64_t step, int64_t width);

  const ThinTask &task;
  const Loop &along;
  int64_t length;
  bool adds = false;
  int64_t keptCount = 0, sumCount = 0;
  int64_t keptA[block], keptB[block], keptC[block], sumA[block], sumB[block];
};

/// `width` elements from `at` on, or that one in each lane.
template <typename T>
template <bool isOwn>
inline typename VectorOf<T>::Type Thin<T>::load(const void *data,
                                                amprt_type type, int64_t at,
                                                int64_t step, int64_t width) {
  if constexpr (isOwn) {
    const T *from = static_cast<const T *>(data) + at;
    if (step && width == lanes)
      return *reinterpret_cast<const Vector *>(from);
    if (!step)
      return *from - Vector{};
  }
  Vector vector{};
  T *to = reinterpret_cast<T *>(&vector);
  withElements(data, type, [&](auto *elements) {
    if (!step)
      vector = T(widen(elements[at])) - Vector{};
    else if (width == lanes)
      copyFixed<lanes>(to, elements + at);
    else
      copyRun(to, elements + at, width);
  });
  return vector;
}

/// The columns [begin, begin + width) of one point; the last vector may be
/// narrower.
template <typename T>
template <bool isOwn, int vectors>
void Thin<T>::spreadVectors(int64_t point, int64_t begin, int64_t width) {
  int64_t first = task.along.begin + begin;
  int64_t a = keptA[point] + first * along.a;
  int64_t b = keptB[point] + first * along.b;
  int64_t last = width - (vectors - 1) * lanes;
  Vector sum[vectors];
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i)
    sum[i] = Vector{};
  for (int64_t k = 0; k < sumCount; ++k)
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i) {
      int64_t count = i + 1 < vectors ? lanes : last;
      sum[i] += load<isOwn>(task.a, task.typeA,
                            a + sumA[k] + i * lanes * along.a, along.a, count) *
                load<isOwn>(task.b, task.typeB,
                            b + sumB[k] + i * lanes * along.b, along.b, count);
    }
  T *out = static_cast<T *>(task.c) + keptC[point] + first;
  Vector done[vectors]; // what is indexed below would not stay in registers
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i)
    done[i] = sum[i];
  const T *from = reinterpret_cast<const T *>(done);
  for (int64_t i = 0; i < width; ++i)
    out[i] = adds ? out[i] + from[i] : from[i];
}

template <typename T>
template <bool isOwn>
void Thin<T>::spread(int64_t point) {
  int64_t at = 0;
  for (; at + most * lanes <= length; at += most * lanes)
    spreadVectors<isOwn, most>(point, at, most * lanes);
  for (; at + 2 * lanes <= length; at += 2 * lanes)
    spreadVectors<isOwn, 2>(point, at, 2 * lanes);
  for (; at < length; at += lanes)
    spreadVectors<isOwn, 1>(point, at, least(lanes, length - at));
}

template <typename T> template <bool isOwn> void Thin<T>::dot(int64_t point) {
  constexpr int vectors = 4;
  Vector sum[vectors] = {};
  for (int64_t k = 0; k < sumCount; ++k) {
    int64_t a = keptA[point] + sumA[k] + task.along.begin;
    int64_t b = keptB[point] + sumB[k] + task.along.begin;
    int64_t at = 0;
    for (; at + vectors * lanes <= length; at += vectors * lanes)
#pragma GCC unroll 4
      for (int i = 0; i < vectors; ++i)
        sum[i] +=
            load<isOwn>(task.a, task.typeA, a + at + i * lanes, 1, lanes) *
            load<isOwn>(task.b, task.typeB, b + at + i * lanes, 1, lanes);
    for (; at < length; at += lanes) {
      int64_t width = least(lanes, length - at);
      sum[0] += load<isOwn>(task.a, task.typeA, a + at, 1, width) *
                load<isOwn>(task.b, task.typeB, b + at, 1, width);
    }
  }
  Vector all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  T total = 0;
  for (int i = 0; i < lanes; ++i)
    total += all[i];
  T *out = static_cast<T *>(task.c) + keptC[point];
  *out = adds ? *out + total : total;
}

template <typename T> template <bool isOwn> void Thin<T>::runAll() {
  for (int64_t k = task.sums.begin; k < task.sums.end; k += block) {
    adds = task.accumulate || k > task.sums.begin;
    sumCount = least(block, task.sums.end - k);
    fillOffsets<&Loop::a>(task.sums, k, sumCount, sumA);
    fillOffsets<&Loop::b>(task.sums, k, sumCount, sumB);
    for (int64_t i = task.kept.begin; i < task.kept.end; i += block) {
      keptCount = least(block, task.kept.end - i);
      fillOffsets<&Loop::a>(task.kept, i, keptCount, keptA);
      fillOffsets<&Loop::b>(task.kept, i, keptCount, keptB);
      fillOffsets<&Loop::c>(task.kept, i, keptCount, keptC);
      for (int64_t point = 0; point < keptCount; ++point)
        along.c ? spread<isOwn>(point) : dot<isOwn>(point);
    }
  }
}

template <typename T> constexpr amprt::Kernels makeKernels() {
  return {tileRows, VectorOf<T>::columns, Blocks<T>::run, Thin<T>::run};
}
} // namespace

#endif // LIB_RUN_KERNELS_THIN_H
