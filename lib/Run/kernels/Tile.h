/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Innermost matmul: a few rows by two vectors of columns, in registers. */
#ifndef LIB_RUN_KERNELS_TILE_H
#define LIB_RUN_KERNELS_TILE_H

#include "Elements.h"

namespace {
constexpr int tileRows = AMPRT_TILE_ROWS;

template <typename T> struct VectorOf {
  static constexpr int lanes = AMPRT_VECTOR_BYTES / sizeof(T);
  static constexpr int columns = 2 * lanes;
  /// In memory, with T's alignment, and as a variable.
  typedef T Type __attribute__((vector_size(AMPRT_VECTOR_BYTES),
                                aligned(sizeof(T)), may_alias));
  typedef T Aligned __attribute__((vector_size(AMPRT_VECTOR_BYTES)));
};

/// Stride of rows of a whose elements along K are adjacent.
constexpr int64_t rowStep = amprt::blockSums + 16;

/// Elements along K of some rows of a, or of some columns of b.
template <typename T> struct Panel {
  const T *data;
  int64_t step; // stride along K
};

/// c[i][j] (+)= sum over k of a[i, k] * b[k, j]; row i of c is at offsets[i].
/// byRow: elements of a are contiguous along K; otherwise, along rows.
template <typename T, int rows, int vectors, bool byRow>
void multiplyTile(int64_t sums, Panel<T> a, Panel<T> b, T *c,
                  const int64_t *offsets, bool add) {
  using Vector = typename VectorOf<T>::Type;
  constexpr int lanes = VectorOf<T>::lanes;
  Vector sum[rows][vectors];
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 2
    for (int j = 0; j < vectors; ++j)
      sum[i][j] = Vector{};
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 2
    for (int j = 0; j < vectors; ++j)
      __builtin_prefetch(c + offsets[i] + j * lanes, 1);
  for (int64_t k = 0; k < sums; ++k) {
    Vector right[vectors];
#pragma GCC unroll 2
    for (int j = 0; j < vectors; ++j)
      right[j] = *reinterpret_cast<const Vector *>(b.data + j * lanes);
#pragma GCC unroll 16
    for (int i = 0; i < rows; ++i) {
      Vector left = a.data[byRow ? i * rowStep : i] - Vector{}; // in each lane
#pragma GCC unroll 2
      for (int j = 0; j < vectors; ++j)
        sum[i][j] += left * right[j];
    }
    a.data += byRow ? 1 : a.step;
    b.data += b.step;
  }
#pragma GCC unroll 16
  for (int i = 0; i < rows; ++i)
#pragma GCC unroll 2
    for (int j = 0; j < vectors; ++j) {
      Vector *out = reinterpret_cast<Vector *>(c + offsets[i] + j * lanes);
      *out = add ? *out + sum[i][j] : sum[i][j];
    }
}

template <typename T>
using Multiply = void (*)(int64_t, Panel<T>, Panel<T>, T *, const int64_t *,
                          bool);

/// multiplyTile for each number of rows.
template <typename T> struct Tiles {
  Multiply<T> of[2][2][tileRows + 1]; // [vectors - 1][byRow][rows]
};

template <typename T, int rows> constexpr void addTiles(Tiles<T> &tiles) {
  tiles.of[0][0][rows] = multiplyTile<T, rows, 1, false>;
  tiles.of[0][1][rows] = multiplyTile<T, rows, 1, true>;
  tiles.of[1][0][rows] = multiplyTile<T, rows, 2, false>;
  tiles.of[1][1][rows] = multiplyTile<T, rows, 2, true>;
  if constexpr (rows > 1)
    addTiles<T, rows - 1>(tiles);
}

template <typename T> constexpr Tiles<T> makeTiles() {
  Tiles<T> tiles{};
  addTiles<T, tileRows>(tiles);
  return tiles;
}

template <typename T> constexpr Tiles<T> tiles = makeTiles<T>();
} // namespace

#endif // LIB_RUN_KERNELS_TILE_H
