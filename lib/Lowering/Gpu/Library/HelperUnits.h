// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Fusion groups for ops around a matmul that the library does not compute.
#ifndef LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H
#define LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::lowering {

/// Returns a copy of `buffer` in another float type, emitted before `call`.
Value castBefore(func::CallOp call, Value buffer, Type type,
                 SymbolTable &symbols);

/// Sets `result` to 0, after `call`, where `mask`, of its shape, is not above
/// 0.
void maskAfter(func::CallOp call, Value mask, Value result,
               SymbolTable &symbols);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H
