// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about one op, for entries and totals of a report.
#ifndef LIB_REPORT_OPFACTS_H
#define LIB_REPORT_OPFACTS_H

#include "lib/OpModel/OpModel.h"

namespace mlir::amp::report {

/// Returns the element type of the first float operand of `op`, else of its
/// first float result; null if there is neither.
FloatType precisionOf(Operation *op);

/// Returns true if `op` has a decision of its own. Arguments and results are
/// decided with their function; constants follow their users.
bool decidesItself(Operation *op);

/// Returns true if an operand or result is a 16-bit float.
bool handlesLow(Operation *op);

/// Returns the reason why the 16-bit format of `op` is safe; `name` is the name
/// of `amp.safety`.
Safety safetyOf(Operation *op, StringAttr name);

/// Returns true if a GPU may round the f32 operands of a contraction to TF32;
/// none for other ops.
std::optional<bool> mayUseTf32(Operation *op);

/// Returns the FLOPs of one execution of `op`: from the shape of a contraction,
/// else from the row, per element. None for a dynamic shape.
std::optional<double> flopsOf(Operation *op, const OpRow *row);

/// Returns true if result i of `op` is operand i (marks, barriers).
bool handsThrough(Operation *op, const OpRow *row);

} // namespace mlir::amp::report

#endif // LIB_REPORT_OPFACTS_H
