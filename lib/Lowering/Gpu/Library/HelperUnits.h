// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Work around a matmul that the library leaves out, as fusion groups of its
// own.
#ifndef LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H
#define LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::lowering {

/// A copy of `buffer` in another float type, made before `call`.
Value castBefore(func::CallOp call, Value buffer, Type type,
                 SymbolTable &symbols);

/// After `call`: 0 in `result` wherever `mask`, of the same shape, is not
/// above 0.
void maskAfter(func::CallOp call, Value mask, Value result,
               SymbolTable &symbols);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_HELPERUNITS_H
