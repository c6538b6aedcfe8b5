// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks that refuse a marked step, before it changes.
#ifndef LIB_SCALING_STEPCHECKS_H
#define LIB_SCALING_STEPCHECKS_H

#include "lib/Scaling/degrees/Degree.h"

namespace mlir::amp::scaling {

/// Refuses marks that make no step: gradients without a seed or marked twice, a
/// loss that is no scalar, or one that has nothing to do with the seed.
LogicalResult checkStep(const Step &step);

/// Refuses a step that one scale per group cannot serve: gradients that no seed
/// reaches, an update without states, and scaled values that cannot be unscaled
/// where an op needs them so.
LogicalResult checkDegrees(const Step &step, const DegreeAnalysis &degrees);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STEPCHECKS_H
