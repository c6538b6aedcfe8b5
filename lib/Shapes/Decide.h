// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_DECIDE_H
#define LIB_SHAPES_DECIDE_H

#include "lib/Cost/OpCost.h"
#include "lib/Shapes/PadPlan.h"

namespace mlir::amp::shapes {

enum class Align { off, profitable, always };

/// Sets the target of each padded dimension to the size that minimizes step
/// time on the chip, with at most `percent` more bytes. Align::always takes the
/// next aligned size.
void decideTargets(PadPlan &plan, ArrayRef<PlacedOp> program, const Chip &chip,
                   Align align, double percent);

/// Returns a plan with targets. It pads through reshapes unless that is slower.
std::unique_ptr<PadPlan>
decidePlan(const ProgramGraph &graph, const Chip &chip,
           ArrayRef<CarriedState> states, Align align, double percent,
           const llvm::DenseSet<int64_t> &dynamicSizes);

/// Returns the bytes that a step receives, reads and writes in memory. Values
/// in registers, views and compile-time constants do not count.
double countBytes(ArrayRef<PlacedOp> program);

/// Returns the seconds that pads, slices and masks of a dimension take, at this
/// target size.
double costOf(const PaddedDim &dim, int64_t target, const Chip &chip);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_DECIDE_H
