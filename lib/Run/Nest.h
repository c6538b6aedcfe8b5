/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Loops of a contraction, by the arrays that they index:
 *
 *            a b c
 *   batch    x x x
 *   rows     x . x    (or c alone)
 *   columns  . x x
 *   sums     the rest
 *
 * Loops of one iteration are dropped, neighbours are merged if possible, and
 * loops with negative strides in c are reversed. */
#ifndef LIB_RUN_NEST_H
#define LIB_RUN_NEST_H

#include "kernels/Kernels.h"

#include <vector>

namespace amprt {

using Loops = std::vector<Loop>;

/// Returns the number of points in the iteration space of `loops`.
int64_t countPoints(const Loops &loops);

struct Nest {
  Nest(int64_t count, const int64_t *table);

  /// Exchanges a and b, and with them rows and columns.
  void swap();
  /// Merges neighbours and orders the loops of each kind by decreasing stride.
  void order();

  Loops batch, rows, columns, sums;
  int64_t startA = 0, startB = 0, startC = 0; // offsets of the first point
};

} // namespace amprt

#endif // LIB_RUN_NEST_H
