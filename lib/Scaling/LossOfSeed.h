// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Check that marks can belong to one backward pass, by the graph.
#ifndef LIB_SCALING_LOSSOFSEED_H
#define LIB_SCALING_LOSSOFSEED_H

#include "dialects/amp/IR/AmpMarks.h"

namespace mlir::amp::scaling {

/// Returns true if `gradients` can be those of `loss`: a gradient is computed
/// from values from which the loss is computed, or from constants alone. Ops in
/// loops and branches count as operands of these.
bool mayBeOf(ValueRange gradients, Value loss);

/// Returns true if a value computed from `seed` has the sizes of `batch` first:
/// one seed for a batch of losses, as where a function that marks its loss is
/// mapped over examples.
bool isSpreadOver(SeedOp seed, ShapedType batch);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_LOSSOFSEED_H
