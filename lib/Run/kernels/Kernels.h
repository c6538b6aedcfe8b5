/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Inner kernels of contractions, compiled once per instruction set. These files
 * include no C++ headers: inline functions of headers would be compiled for one
 * instruction set and linked for all. */
#ifndef LIB_RUN_KERNELS_H
#define LIB_RUN_KERNELS_H

#include "lib/Run/Run.h"

namespace amprt {

/// A loop, and its stride in each array.
struct Loop {
  int64_t size, a, b, c;
};

/// Part of the points of some loops, the last loop fastest.
struct Span {
  const Loop *loops;
  int64_t count;      // of loops
  int64_t begin, end; // of points
};

/// c[batch, rows, columns] = sum over sums of a * b, or c += that.
struct Task {
  const void *a, *b;
  amprt_type typeA, typeB;
  void *c;
  bool accumulate;
  Span batch, rows, columns, sums;
  void *workspace; // aligned to 64 bytes
};

/// The same for few rows or columns: `along` is vectorized, all other loops are
/// scalar. `along` has stride 1 in c, and 0 or 1 in a and b; or stride 0 in c,
/// and 1 in a and b.
struct GemvTask {
  const void *a, *b;
  amprt_type typeA, typeB;
  void *c;
  bool accumulate;
  Span along, kept, sums;
};

struct Kernels {
  int rows, columns; // of a tile
  void (*runTask)(const Task &);
  void (*runGemv)(const GemvTask &);
};

/// Largest M, N and K of one block, and bytes of its workspace.
constexpr int64_t blockRows = 336, blockColumns = 1024, blockSums = 256;
constexpr int64_t workspaceBytes = 4 << 20;

/// For c of f32 and f64.
extern const Kernels portable32, portable64;
#if defined(__x86_64__)
extern const Kernels avx2_32, avx2_64, avx512_32, avx512_64;
#endif

} // namespace amprt

#endif // LIB_RUN_KERNELS_H
