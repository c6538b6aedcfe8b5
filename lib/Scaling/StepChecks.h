// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks of a marked step, which run before it is rewritten.
#ifndef LIB_SCALING_STEPCHECKS_H
#define LIB_SCALING_STEPCHECKS_H

#include "lib/Scaling/degrees/Degree.h"

namespace mlir::amp::scaling {

/// Emits an error for marks that form no step: gradients without a seed or
/// marked twice, a loss that is not a scalar, or a loss that is unrelated to
/// the seed.
LogicalResult checkStep(const Step &step);

/// Emits an error for a step that one scale per group cannot serve: gradients
/// that no seed reaches, an update without states, or scaled values that an op
/// needs unscaled but that cannot be unscaled. Warns of states that no mark
/// guards, beside marked ones.
LogicalResult checkDegrees(const Step &step, const DegreeAnalysis &degrees);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STEPCHECKS_H
