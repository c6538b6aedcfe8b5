// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about one op for rows and totals of a report.
#ifndef LIB_REPORT_OPFACTS_H
#define LIB_REPORT_OPFACTS_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp::report {

/// The element type of the first float that `op` reads, or makes if it reads
/// none; null if it handles no float.
FloatType precisionOf(Operation *op);

/// Returns true if a decision is about `op` itself: arguments and results of a
/// function are decided with the function, and constants follow their users.
bool decidesItself(Operation *op);

/// Returns true if an operand or result is a 16-bit float.
bool handlesLow(Operation *op);

/// Why the 16-bit format of `op` is safe; `name` is that of `amp.safety`.
Safety safetyOf(Operation *op, StringAttr name);

/// Returns true if a GPU may round the operands of a contraction of f32 to
/// TF32; none for other ops.
std::optional<bool> mayBeCut(Operation *op);

/// Operations of one run of `op`: of a contraction by its shape, of others by
/// their row times elements. None if a size is not known.
std::optional<double> flopsOf(Operation *op, const OpRow *row);

/// Returns true if result i of `op` is operand i, as for marks and barriers.
bool handsThrough(Operation *op, const OpRow *row);

} // namespace mlir::amp::report

#endif // LIB_REPORT_OPFACTS_H
