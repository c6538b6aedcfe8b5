// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a number format cannot hold, whatever the lists say.
#ifndef LIB_PRECISION_RANGE_H
#define LIB_PRECISION_RANGE_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp {

/// Takes the colour of every node that reads a constant with a finite value
/// that overflows `compute` (a mask of -1e30), or a scalar or splat that it
/// flushes to zero (an epsilon of 1e-12 in f16), directly or over ops that
/// only move it.
void pinOutOfRange(SlotGraph &graph, FloatType compute);

} // namespace mlir::amp

#endif // LIB_PRECISION_RANGE_H
