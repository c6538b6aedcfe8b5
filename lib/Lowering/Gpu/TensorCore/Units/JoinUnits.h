// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::lowering {

/// Elementwise units that read what a contraction's unit writes become part of
/// it, where the order of the calls allows it and `isKernel` of the whole. What
/// nothing else reads is local to the unit then, and never written to memory.
void joinUnits(ModuleOp module,
               llvm::function_ref<bool(func::FuncOp)> isKernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H
