// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_RECORD_H
#define LIB_SCALING_RECORD_H

#include "lib/Scaling/degrees/Degree.h"

namespace mlir::amp::scaling {

/// Describes a step before scaling, for a report: its groups with their seeds,
/// gradients and states, and other unscaled values, in the schema of
/// docs/reference/report.md.
DictionaryAttr describeStep(const Step &step, const DegreeAnalysis &degrees);

/// Emits the decisions of loss scaling as remarks of MLIR's remark engine: each
/// seed, gradient, guarded state and other unscaled value. Does nothing without
/// an engine.
void emitRemarks(const Step &step, const DegreeAnalysis &degrees);

/// Returns a readable count of states: `6 parameters, 6 moments, 1 counter`.
std::string countKinds(const Step &step);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_RECORD_H
