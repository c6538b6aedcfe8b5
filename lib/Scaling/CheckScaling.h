// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_CHECKSCALING_H
#define LIB_SCALING_CHECKSCALING_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// Whether `scaled` is `marked` but for its scaling: without amp.scale,
/// amp.unscale and amp.guard, each result of a public function is computed as
/// before, and each state that it returns is guarded, with its old value.
/// Diagnoses where they part. Shares no code with what writes the scaling.
LogicalResult checkScaling(ModuleOp marked, ModuleOp scaled);

} // namespace mlir::amp

#endif // LIB_SCALING_CHECKSCALING_H
