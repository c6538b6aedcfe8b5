/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Contractions with too few rows or columns for tiles: matrix times vector,
 * dot products, depthwise convolutions.
 *
 *   stride 1 in c along the vectors:  c[v] = sum of a[v or 0] * b[v or 0]
 *   stride 0 in c:                    c    = sum over v of a[v] * b[v]
 *
 * A remainder after whole vectors is one more vector, which overlaps the last.
 */
#ifndef LIB_RUN_KERNELS_GEMV_H
#define LIB_RUN_KERNELS_GEMV_H

#include "Blocks.h"

#include <type_traits>

namespace {
/// Loads vectors of T from an array of type S.
template <typename T, typename S> struct Reader {
  using Vector = typename VectorOf<T>::Type;
  static constexpr int lanes = VectorOf<T>::lanes;
  const S *data;

  Reader(const void *data, amprt_type) : data(static_cast<const S *>(data)) {}

  /// Loads `width` elements from `at` on, followed by zeros. A `step` of 0
  /// broadcasts one element.
  template <int step> Vector load(int64_t at, int64_t width = lanes) const {
    if constexpr (step == 0)
      return T(widen(data[at])) - Vector{};
    Vector vector{};
    T *to = reinterpret_cast<T *>(&vector);
    if (width == lanes)
      copyFixed<lanes>(to, data + at);
    else
      copyRun(to, data + at, width);
    return vector;
  }
};

/// Reader for a type that is looked up at each load.
struct Any {};
template <typename T> struct Reader<T, Any> {
  using Vector = typename VectorOf<T>::Type;
  const void *data;
  amprt_type type;

  Reader(const void *data, amprt_type type) : data(data), type(type) {}

  template <int step>
  Vector load(int64_t at, int64_t width = VectorOf<T>::lanes) const {
    Vector vector{};
    withElements(data, type, [&](auto *elements) {
      using S = std::remove_const_t<std::remove_pointer_t<decltype(elements)>>;
      vector = Reader<T, S>(elements, type).template load<step>(at, width);
    });
    return vector;
  }
};

template <typename T, typename S> class Gemv {
  using Vector = typename VectorOf<T>::Type;
  static constexpr int lanes = VectorOf<T>::lanes;
  static constexpr int64_t block = amprt::blockSums;

public:
  explicit Gemv(const GemvTask &task)
      : task(task), a(task.a, task.typeA), b(task.b, task.typeB),
        along(*task.along.loops), length(task.along.end - task.along.begin) {}

  void runAll();

private:
  template <int stepA, int stepB> void axpy(int64_t point);
  template <int stepA, int stepB, int vectors>
  void spreadVectors(int64_t point, int64_t begin, int64_t last);
  template <int stepA, int stepB> void axpyTail(int64_t point);
  void dot(int64_t point);

  const GemvTask &task;
  const Reader<T, S> a, b;
  const Loop &along;
  int64_t length;
  bool adds = false;
  int64_t keptCount = 0, sumCount = 0;
  int64_t keptA[block], keptB[block], keptC[block], sumA[block], sumB[block];
};

/// Computes adjacent vectors from `begin` on, except that the last starts at
/// `last`.
template <typename T, typename S>
template <int stepA, int stepB, int vectors>
void Gemv<T, S>::spreadVectors(int64_t point, int64_t begin, int64_t last) {
  Vector sum[vectors];
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i)
    sum[i] = Vector{};
  auto start = [=](int i) {
    return i + 1 < vectors ? begin + i * lanes : last;
  };
  for (int64_t k = 0; k < sumCount; ++k) {
    int64_t atA = keptA[point] + sumA[k], atB = keptB[point] + sumB[k];
#pragma GCC unroll 8
    for (int i = 0; i < vectors; ++i)
      sum[i] += a.template load<stepA>(atA + stepA * start(i)) *
                b.template load<stepB>(atB + stepB * start(i));
  }
  T *out = static_cast<T *>(task.c) + keptC[point];
  // An overlapping last vector adds the same numbers to the same sums.
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i)
    if (adds)
      sum[i] += *reinterpret_cast<const Vector *>(out + start(i));
#pragma GCC unroll 8
  for (int i = 0; i < vectors; ++i)
    *reinterpret_cast<Vector *>(out + start(i)) = sum[i];
}

/// Computes less than one vector.
template <typename T, typename S>
template <int stepA, int stepB>
void Gemv<T, S>::axpyTail(int64_t point) {
  Vector sum{};
  int64_t begin = task.along.begin;
  for (int64_t k = 0; k < sumCount; ++k)
    sum +=
        a.template load<stepA>(keptA[point] + sumA[k] + stepA * begin, length) *
        b.template load<stepB>(keptB[point] + sumB[k] + stepB * begin, length);
  T *out = static_cast<T *>(task.c) + keptC[point] + begin;
  for (int64_t i = 0; i < length; ++i)
    out[i] = adds ? out[i] + sum[i] : sum[i];
}

template <typename T, typename S>
template <int stepA, int stepB>
void Gemv<T, S>::axpy(int64_t point) {
  if (length < lanes)
    return axpyTail<stepA, stepB>(point);
  // Number of the remaining vectors to take: never all but one, which would
  // overlap the stored ones.
  static constexpr int take[] = {0, 1, 2, 3, 4, 3, 4, 4, 8, 4};
  int64_t at = task.along.begin, end = task.along.end;
  auto run = [&](auto count) {
    constexpr int vectors = decltype(count)::value;
    int64_t last = least(at + (vectors - 1) * lanes, end - lanes);
    spreadVectors<stepA, stepB, vectors>(point, at, last);
    at += vectors * lanes;
  };
  while (at < end) {
    int64_t left = (end - at + lanes - 1) / lanes;
    switch (left < 10 ? take[left] : 8) {
    case 8:
      run(std::integral_constant<int, 8>());
      break;
    case 4:
      run(std::integral_constant<int, 4>());
      break;
    case 3:
      run(std::integral_constant<int, 3>());
      break;
    case 2:
      run(std::integral_constant<int, 2>());
      break;
    default:
      run(std::integral_constant<int, 1>());
    }
  }
}

template <typename T, typename S> void Gemv<T, S>::dot(int64_t point) {
  constexpr int vectors = 4;
  Vector sum[vectors] = {};
  auto add = [&](int i, int64_t atA, int64_t atB, int64_t width) {
    sum[i] += a.template load<1>(atA, width) * b.template load<1>(atB, width);
  };
  for (int64_t k = 0; k < sumCount; ++k) {
    int64_t atA = keptA[point] + sumA[k] + task.along.begin;
    int64_t atB = keptB[point] + sumB[k] + task.along.begin;
    int64_t at = 0;
    for (; at + vectors * lanes <= length; at += vectors * lanes)
#pragma GCC unroll 4
      for (int i = 0; i < vectors; ++i)
        add(i, atA + at + i * lanes, atB + at + i * lanes, lanes);
    for (; at + lanes <= length; at += lanes)
      add(0, atA + at, atB + at, lanes);
    if (at < length)
      add(1, atA + at, atB + at, length - at);
  }
  Vector all = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  T total = 0;
  for (int i = 0; i < lanes; ++i)
    total += all[i];
  T *out = static_cast<T *>(task.c) + keptC[point];
  *out = adds ? *out + total : total;
}

template <typename T, typename S> void Gemv<T, S>::runAll() {
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
        if (!along.c)
          dot(point);
        else if (!along.a)
          along.b ? axpy<0, 1>(point) : axpy<0, 0>(point);
        else
          along.b ? axpy<1, 1>(point) : axpy<1, 0>(point);
    }
  }
}

template <typename T> void runGemv(const GemvTask &task) {
  if (task.typeA != task.typeB)
    return Gemv<T, Any>(task).runAll();
  withElements(task.a, task.typeA, [&](auto *elements) {
    using S = std::remove_const_t<std::remove_pointer_t<decltype(elements)>>;
    Gemv<T, S>(task).runAll();
  });
}

template <typename T> constexpr amprt::Kernels makeKernels() {
  return {tileRows, VectorOf<T>::columns, Blocks<T>::run, runGemv<T>};
}
} // namespace

#endif // LIB_RUN_KERNELS_GEMV_H
