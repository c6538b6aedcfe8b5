// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_PERTURB_H
#define TOOLS_AMP_RUN_CHECK_PERTURB_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace mlir::amp::runner {

/// Perturbs values of `entry`, which has no calls, by `sign` times the largest
/// error of a correct program:
/// * gradients that an optimizer divides by the root of their own squares (the
///   first step of Adam returns the sign of a gradient, whatever its size), by
///   `relative` times their largest magnitude;
/// * sums of a scatter, whose atomic additions have no order, by the number of
///   terms times the sum of their magnitudes times half a unit in the last
///   place, of `digits` binary digits or of their type.
/// Returns the number of perturbed values.
int64_t perturb(func::FuncOp entry, double sign, double relative,
                std::optional<unsigned> digits = std::nullopt);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_PERTURB_H
