// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_RESIZE_H
#define LIB_SHAPES_RESIZE_H

#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

/// On each op that padding added: the shape of its result without padding.
constexpr llvm::StringLiteral unpaddedName = "amp.unpadded";

struct ResizeCounts {
  unsigned pads = 0, slices = 0, masks = 0;
};

/// Makes the program as long as the plan decided: one pad where a value has to
/// be longer, one slice where it has to be as it was.
ResizeCounts resize(PadPlan &plan, ArrayRef<PlacedOp> program);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_RESIZE_H
