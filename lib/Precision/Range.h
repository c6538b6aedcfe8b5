// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Limits of a number format, regardless of the lists: values that it does not
// hold, and values that it certainly holds.
#ifndef LIB_PRECISION_RANGE_H
#define LIB_PRECISION_RANGE_H

#include "amp/Ranges.h"
#include "lib/Precision/Magnitudes.h"

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

/// Finds that, and takes the colour of every node that reads or makes what
/// `compute` cannot hold:
/// * values beyond its largest number (a mask of -1e30), where they occur or
/// are
///   likely to, or where the program alone bounds them and the bound does not
///   fit; bounds that follow from declarations are merely possible. An op that
///   computes such a value in f32 is followed by ops that read it in f32,
///   unless they saturate: tanh and logistic at either end, exponential of what
///   is very low;
/// * values that all lie below a few of its smallest ones (an epsilon of 1e-12,
///   weights of 1e-8), and divisors, or arguments of logarithms and roots, that
///   f32 keeps from zero and `compute` would not;
/// * integers that it cannot tell apart (positions beyond 2048 in f16);
/// * angles beyond which it has no sixteenth of a radian.
/// Loss scaling guards values computed from a seed; they pin nothing.
RangeFacts pinOutOfRange(SlotGraph &graph, const RangeAnalysis &ranges,
                         const Magnitudes &magnitudes, FloatType compute);

/// Diagnoses arguments and results of public functions that become infinite in
/// `io`, the type that the user wants there.
LogicalResult checkInterface(ModuleOp module, const RangeAnalysis &ranges,
                             const Magnitudes &magnitudes, FloatType io);

/// Adds `proven` or `guarded` to the decisions that are low.
void writeSafety(const SlotGraph &graph, const RangeFacts &facts,
                 FloatType compute);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_RANGE_H
