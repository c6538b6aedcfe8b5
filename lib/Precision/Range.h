// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of a number format, regardless of the lists: values that it does not
// hold, and values that it certainly holds.
#ifndef LIB_PRECISION_RANGE_H
#define LIB_PRECISION_RANGE_H

#include "amp/Ranges.h"
#include "lib/Precision/pins/Magnitudes.h"

namespace mlir::amp::precision {

/// Facts of the range analysis about the nodes of a graph.
struct RangeFacts {
  /// `compute` holds all that they read and make, in every run: proven by the
  /// program, or by what the user declares.
  llvm::BitVector proven;
  /// Proven, or seen to fit with room to spare in recorded runs; and nothing
  /// needs more of what they make than that it fits, as a division by it would.
  llvm::BitVector fitting;
  /// They read or make what comes from a seed.
  llvm::BitVector guarded;
};

/// Diagnoses arguments and results of public functions that become infinite in
/// `io`, the type that the user wants there.
LogicalResult checkInterface(ModuleOp module, const RangeAnalysis &ranges,
                             const Magnitudes &magnitudes, FloatType io);

/// Adds `proven` or `guarded` to the decisions that are low.
void writeSafety(const SlotGraph &graph, const RangeFacts &facts,
                 FloatType compute);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_RANGE_H
