// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effect of reshapes on padding, for remarks and reports.
#ifndef LIB_SHAPES_RESHAPEEFFECTS_H
#define LIB_SHAPES_RESHAPEEFFECTS_H

#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

/// Effect of reshapes on one padded dimension and on those tied to it.
struct ReshapeEffects {
  unsigned numPadded = 0;     ///< reshapes that split or merge it padded
  unsigned numUnpadded = 0;   ///< reshapes that use it unpadded
  Operation *first = nullptr; ///< the first unpadded one
  StringRef why;              ///< its reason
};

/// Returns one entry per padded dimension, in order.
SmallVector<ReshapeEffects, 0> findReshapeEffects(PadPlan &plan);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RESHAPEEFFECTS_H
