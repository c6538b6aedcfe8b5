// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dataflow checks that marks can belong to one backward pass.
#ifndef LIB_SCALING_LOSSOFSEED_H
#define LIB_SCALING_LOSSOFSEED_H

#include "dialects/amp/IR/AmpMarks.h"

namespace mlir::amp::scaling {

/// Returns true if `gradients` can be the gradients of `loss`: the backward
/// slices of both share a value other than a constant, or one of them reaches
/// no argument. Loops and branches depend on all values that their regions
/// yield.
bool mayBeOf(ValueRange gradients, Value loss);

/// Returns true if a value computed from `seed` has the dimensions of `batch`
/// as leading dimensions: one seed serves a batch of losses, as under jax.vmap
/// of a function that marks its loss.
bool isSpreadOver(SeedOp seed, ShapedType batch);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_LOSSOFSEED_H
