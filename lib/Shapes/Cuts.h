// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Effect of reshapes on padding, for remarks and reports.
#ifndef LIB_SHAPES_CUTS_H
#define LIB_SHAPES_CUTS_H

#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

/// Of one padded dimension, and of those that are tied to it.
struct ReshapeCuts {
  unsigned numFollowed = 0;   ///< reshapes that split or merge it, padding too
  unsigned numCut = 0;        ///< those that read it as it was
  Operation *first = nullptr; ///< of those
  StringRef why;              ///< of the first
};

/// One per padded dimension, in order.
SmallVector<ReshapeCuts, 0> findCuts(PadPlan &plan);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CUTS_H
