// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_PERTURB_H
#define TOOLS_AMP_RUN_CHECK_PERTURB_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace mlir::amp::runner {

/// Moves values of `entry`, which calls nothing, by `sign` times the largest
/// error that a correct program may make there:
/// * gradients that an optimizer divides by the root of their own squares (the
///   first step of Adam returns the sign of a gradient, whatever its size) by
///   `relative` times their largest magnitude;
/// * sums of a scatter, which atomic additions compute in any order, by the
///   number of terms times the sum of their magnitudes times half a unit in
///   the last place, of `digits` binary digits, or else of their type.
/// Returns the number of values moved.
int64_t perturb(func::FuncOp entry, double sign, double relative,
                std::optional<unsigned> digits = std::nullopt);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_PERTURB_H
