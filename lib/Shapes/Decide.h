// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DECIDE_H
#define LIB_SHAPES_DECIDE_H

#include "lib/Cost/OpCost.h"
#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

enum class Align { off, profitable, always };

/// Gives each dimension of the plan the size that makes the step fastest on the
/// chip, for no more than so many percent more bytes; or with `always` the next
/// aligned one.
void decideTargets(PadPlan &plan, ArrayRef<PlacedOp> program, const Chip &chip,
                   Align align, double percent);

/// A plan with its targets: reshapes are followed where that is no slower.
std::unique_ptr<PadPlan>
decidePlan(const ProgramGraph &graph, const Chip &chip,
           ArrayRef<CarriedState> states, Align align, double percent,
           const llvm::DenseSet<int64_t> &dynamicSizes);

/// Bytes that a step is given, and writes: what stays in registers, views and
/// what is made at compile time do not count.
double countBytes(ArrayRef<PlacedOp> program);

/// Seconds that the pads, slices and masks of a dimension of this size take.
double costOf(const PaddedDim &dim, int64_t target, const Chip &chip);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DECIDE_H
