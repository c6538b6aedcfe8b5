// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_RESIZE_H
#define LIB_SHAPES_RESIZE_H

#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

/// Attribute of each added op: the unpadded shape of its result.
constexpr llvm::StringLiteral unpaddedName = "amp.unpadded";

struct ResizeCounts {
  unsigned pads = 0, slices = 0, masks = 0;
};

/// Rewrites the program to the decided sizes: one pad per value that must be
/// longer, one slice per value that must keep its size.
ResizeCounts resize(PadPlan &plan, ArrayRef<PlacedOp> program);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RESIZE_H
