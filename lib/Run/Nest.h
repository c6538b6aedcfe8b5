/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The loops of a contraction by what they index:
 *
 *            a b c
 *   batch    x x x
 *   rows     x . x    (or c alone)
 *   columns  . x x
 *   sums     the rest
 *
 * No loop has one step, no sum of neighbours could be one loop, and c only
 * grows: what runs backwards is turned round. */
#ifndef LIB_RUN_NEST_H
#define LIB_RUN_NEST_H

#include "kernels/Kernels.h"

#include <vector>

namespace amprt {

using Loops = std::vector<Loop>;

/// Returns the number of points of all loops together.
int64_t countPoints(const Loops &loops);

struct Nest {
  Nest(int64_t count, const int64_t *table);

  /// a and b change places, and with them rows and columns.
  void swap();
  /// Merges neighbours and orders the loops: the last of each is the one whose
  /// steps lie closest together.
  void order();

  Loops batch, rows, columns, sums;
  int64_t startA = 0, startB = 0, startC = 0; // of the first point
};

} // namespace amprt

#endif // LIB_RUN_NEST_H
