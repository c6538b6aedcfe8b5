// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_WIDEN_H
#define TOOLS_AMP_RUN_CHECK_WIDEN_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::runner {

/// Makes every f32 of a flat `entry` an f64: values, constants, arguments and
/// results. Ops that read or make the bits of an f32 (bitcast_convert,
/// next_after, reduce_precision) keep it, between conversions.
void widenToF64(func::FuncOp entry);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_WIDEN_H
