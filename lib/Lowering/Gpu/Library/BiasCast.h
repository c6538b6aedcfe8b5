// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_BIASCAST_H
#define LIB_LOWERING_GPU_LIBRARY_BIASCAST_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp {

/// A copy of `buffer` in another type, made by a unit of its own before `call`.
Value castBefore(func::CallOp call, Value buffer, Type type,
                 SymbolTable &symbols);

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_LIBRARY_BIASCAST_H
