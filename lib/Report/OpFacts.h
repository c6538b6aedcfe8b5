// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What rows and totals of a report say about one op.
#ifndef LIB_REPORT_OPFACTS_H
#define LIB_REPORT_OPFACTS_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp {

/// The element type of the first float that `op` reads, or makes if it reads
/// none; null if it handles no float.
FloatType precisionOf(Operation *op);

/// Whether a decision is about `op` itself: what a function takes and returns
/// is decided with the function, and constants are what their readers need.
bool decidesItself(Operation *op);

/// Whether an operand or result is a 16-bit float.
bool handlesLow(Operation *op);

/// Why the 16-bit format of `op` is safe; `name` is that of `amp.safety`.
Safety safetyOf(Operation *op, StringAttr name);

/// Whether a GPU may cut the factors of a contraction of f32 to TF32; none for
/// other ops.
std::optional<bool> mayBeCut(Operation *op);

/// Operations of one run of `op`: of a contraction by its shape, of others by
/// their row times elements. None if a size is not known.
std::optional<double> flopsOf(Operation *op, const OpRow *row);

/// Whether result i of `op` is operand i, as a mark's and a barrier's are.
bool handsThrough(Operation *op, const OpRow *row);

} // namespace mlir::amp

#endif // LIB_REPORT_OPFACTS_H
