// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_TF32_H
#define LIB_PRECISION_TF32_H

#include "amp/Ranges.h"
#include "lib/Cost/OpCost.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Returns the contractions that, if they stay f32, must not run in TF32 by the
/// `f32` mode of the policy, although the program permits TF32. Warns about
/// contractions that have no attribute to request full precision.
OpSet findStrict(const SlotGraph &graph, const RangeAnalysis &ranges,
                 PolicyAttr policy);

/// Requests full precision for the contractions in `strict` that stay f32.
void refuseTf32(const SlotGraph &graph, const OpSet &strict);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_TF32_H
