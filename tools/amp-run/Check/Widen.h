// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_WIDEN_H
#define TOOLS_AMP_RUN_CHECK_WIDEN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// Replaces f32 by f64 in a flat `entry`: values, constants, arguments and
/// results. Ops that depend on the bits of an f32 (bitcast_convert, next_after,
/// reduce_precision) keep f32, with conversions.
void widenToF64(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_WIDEN_H
