// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_TF32_H
#define LIB_PRECISION_TF32_H

#include "amp/Ranges.h"
#include "lib/Cost/OpCost.h"
#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// The contractions that a GPU may not cut to TF32 if they stay f32, by the
/// `f32` of the policy, though the program would let it. Warns of those that
/// have no way to say so.
OpSet findStrict(const SlotGraph &graph, const RangeAnalysis &ranges,
                 PolicyAttr policy);

/// Makes those ask for f32 that did stay f32.
void refuseTf32(const SlotGraph &graph, const OpSet &strict);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_TF32_H
