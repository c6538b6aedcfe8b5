// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::lowering {

/// Fuses elementwise ops into the contraction whose result they read, if the
/// order of the calls allows it and `isKernel` the joined fusion group. Buffers
/// without other users become local to the fusion group and are never written
/// to memory.
void joinUnits(ModuleOp module,
               llvm::function_ref<bool(func::FuncOp)> isKernel);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_JOINUNITS_H
