// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Whether marks can be of one backward pass, as far as a graph says so.
#ifndef LIB_SCALING_LOSSOFSEED_H
#define LIB_SCALING_LOSSOFSEED_H

#include "dialects/amp/IR/AmpMarks.h"

namespace mlir::amp::scaling {

/// Whether `gradients` can be those of `loss`: a gradient is made from values
/// that the loss is made from, or from constants alone. What loops and branches
/// hold counts as what they read.
bool mayBeOf(ValueRange gradients, Value loss);

/// Whether something made from `seed` has the sizes of `batch` first: one seed
/// for a batch of losses, as where a function that marks its loss is mapped
/// over examples.
bool isSpreadOver(SeedOp seed, ShapedType batch);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_LOSSOFSEED_H
