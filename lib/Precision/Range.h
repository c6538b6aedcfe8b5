// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of ranges against a number format, regardless of the lists: values
// that do not fit, and values that certainly fit.
#ifndef LIB_PRECISION_RANGE_H
#define LIB_PRECISION_RANGE_H

#include "amp/Ranges.h"
#include "lib/Precision/pins/Magnitudes.h"

namespace mlir::amp::precision {

/// Facts of the range analysis about the nodes of a graph.
struct RangeFacts {
  /// Nodes whose operands and results fit in `compute` in every run: proven
  /// from the program, or from declared ranges.
  llvm::BitVector proven;
  /// Nodes that are proven, or fit with a margin in recorded runs. Excluded are
  /// nodes whose result is a divisor or an angle, where fitting does not
  /// suffice.
  llvm::BitVector fitting;
  /// Nodes with an operand or result computed from a seed of loss scaling.
  llvm::BitVector guarded;
};

/// Diagnoses arguments and results of public functions that overflow `io`, the
/// interface type that the user requests.
LogicalResult checkInterface(ModuleOp module, const RangeAnalysis &ranges,
                             const Magnitudes &magnitudes, FloatType io);

/// Sets the safety of low decisions to `proven` or `guarded`.
void writeSafety(const SlotGraph &graph, const RangeFacts &facts,
                 FloatType compute);

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_RANGE_H
