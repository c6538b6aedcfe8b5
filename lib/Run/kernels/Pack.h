/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Packing of operands, converted to T, into panels of rows of a and columns of
 * b, which the tiles read. An operand in this layout stays in place. */
#ifndef LIB_RUN_KERNELS_PACK_H
#define LIB_RUN_KERNELS_PACK_H

#include "Tile.h"

#include <utility>

namespace {
/// Block of an operand. The offset of an element is the sum of two: one along
/// the wide dimension (rows of a, columns of b), and one along K.
struct Block {
  const int64_t *wide, *sums;
  int64_t wideCount, sumCount;
};

/// Packs elements of any stride.
template <typename T, typename S>
void packSingly(T *to, const S *from, const int64_t *offsets, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = T(widen(from[offsets[i]]));
}

template <typename T, typename S>
void packAlong(T *to, const S *from, const int64_t *offsets, int64_t count,
               const Run *runs, int64_t runCount) {
  if (runCount * 3 > count && count > 1)
    return packSingly(to, from, offsets, count);
  for (int64_t i = 0; i < runCount; ++i)
    copyRun(to + runs[i].begin, from + offsets[runs[i].begin], runs[i].length);
}

/// Packs row by row, with elements contiguous along K.
template <typename T, typename S>
void packByRow(T *to, const S *from, const Block &block, Run *runs) {
  int64_t runCount = findRuns(block.sums, block.sumCount, runs);
  for (int64_t i = 0; i < block.wideCount; ++i)
    packAlong(to + i * rowStep, from + block.wide[i], block.sums,
              block.sumCount, runs, runCount);
}

/// Packs by K index, each with the panel's rows or columns contiguous.
template <typename T, typename S>
void packBySum(T *to, int64_t step, const S *from, const Block &block,
               Run *runs) {
  int64_t runCount = findRuns(block.wide, block.wideCount, runs);
  for (int64_t k = 0; k < block.sumCount; ++k)
    packAlong(to + k * step, from + block.sums[k], block.wide, block.wideCount,
              runs, runCount);
}

template <int distance, typename Vector, int... lane>
inline void exchange(Vector &x, Vector &y,
                     std::integer_sequence<int, lane...>) {
  constexpr int lanes = sizeof...(lane);
  Vector low = __builtin_shufflevector(
      x, y, (lane & distance ? lanes + lane - distance : lane)...);
  y = __builtin_shufflevector(
      x, y, (lane & distance ? lanes + lane : lane + distance)...);
  x = low;
}

/// Transposes a square of vectors, in blocks of growing powers of two.
template <int distance, typename Vector, int lanes>
inline void transpose(Vector (&rows)[lanes]) {
#pragma GCC unroll 16
  for (int i = 0; i < lanes; ++i)
    if (!(i & distance))
      exchange<distance>(rows[i], rows[i + distance],
                         std::make_integer_sequence<int, lanes>());
  if constexpr (2 * distance < lanes)
    transpose<2 * distance>(rows);
}

/// packBySum for whole vectors of rows or columns, each with `count` contiguous
/// elements along K.
template <typename T, typename S>
void packTransposed(T *to, int64_t step, const S *from, const int64_t *wide,
                    int64_t count) {
  constexpr int lanes = VectorOf<T>::lanes;
  int64_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    typename VectorOf<T>::Aligned rows[lanes];
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i)
      copyFixed<lanes>(reinterpret_cast<T *>(&rows[i]), from + wide[i] + k);
    transpose<1>(rows);
#pragma GCC unroll 16
    for (int i = 0; i < lanes; ++i)
      __builtin_memcpy(to + (k + i) * step, &rows[i], sizeof(rows[i]));
  }
  for (; k < count; ++k)
    packSingly(to + k * step, from + k, wide, lanes);
}

/// Packs one panel of columns; a narrower last panel is padded with zeros.
template <typename T, typename S>
void packColumns(T *to, const S *from, const Block &block, Run *runs) {
  constexpr int64_t step = VectorOf<T>::columns, lanes = VectorOf<T>::lanes;
  int64_t wideRuns = findRuns(block.wide, block.wideCount, runs);
  int64_t sumRuns = findRuns(block.sums, block.sumCount, runs);
  bool transposes =
      wideRuns * 3 > block.wideCount && sumRuns * 4 <= block.sumCount;
  int64_t whole = transposes ? block.wideCount / lanes * lanes : 0;
  for (int64_t i = 0; i < whole; i += lanes)
    for (int64_t run = 0; run < sumRuns; ++run)
      packTransposed(to + runs[run].begin * step + i, step,
                     from + block.sums[runs[run].begin], block.wide + i,
                     runs[run].length);
  Block rest{block.wide + whole, block.sums, block.wideCount - whole,
             block.sumCount};
  if (rest.wideCount > 0)
    packBySum(to + whole, step, from, rest, runs);
  if (block.wideCount < step)
    for (int64_t k = 0; k < block.sumCount; ++k)
      for (int64_t j = block.wideCount; j < step; ++j)
        to[k * step + j] = 0;
}

/// Packs whole panels of contiguous columns, some panels at a time: each K
/// index is read in one pass, and few pages are written.
template <typename T, typename S>
void packSideBySide(T *to, int64_t panels, const S *from, const int64_t *sums,
                    int64_t sumCount) {
  constexpr int64_t columns = VectorOf<T>::columns, most = 8;
  constexpr int64_t panelSize = columns * amprt::blockSums;
  for (int64_t begin = 0; begin < panels; begin += most) {
    int64_t end = begin + most < panels ? begin + most : panels;
    for (int64_t k = 0; k < sumCount; ++k)
      for (int64_t i = begin; i < end; ++i)
        copyFixed<columns>(to + i * panelSize + k * columns,
                           from + sums[k] + i * columns);
  }
}
} // namespace

#endif // LIB_RUN_KERNELS_PACK_H
