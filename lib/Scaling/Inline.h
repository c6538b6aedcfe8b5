// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlining of functions into which the scale has to be threaded.
#ifndef LIB_SCALING_INLINE_H
#define LIB_SCALING_INLINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// Inlines calls and composites.
class Inliner {
public:
  explicit Inliner(const SymbolTable &symbols) : symbols(symbols) {}

  /// Inlines `callee` at `call`, which may be a composite. Emits an error
  /// unless the callee has exactly one block and is not recursive.
  LogicalResult inlineCall(Operation *call, FunctionOpInterface callee);

  LogicalResult inlineCalls(ArrayRef<Operation *> calls);
  /// Inlines the calls in `function` that `wants` accepts, until none is left.
  LogicalResult inlineCalls(FunctionOpInterface function,
                            function_ref<bool(Operation *)> wants);

  /// Returns the call by which `function` calls itself, directly or through
  /// others; null if it does not.
  Operation *findRecursion(FunctionOpInterface function);

private:
  const SymbolTable &symbols;
  llvm::DenseMap<Operation *, Operation *> recursion;
};

/// Inlines calls of functions that contain marks, directly or in their callees,
/// until all marks are in `function` itself. Emits an error if the module calls
/// `function`.
LogicalResult inlineMarkedCalls(FunctionOpInterface function);

/// Inlines every call in `function` of a single-block function, also in loops.
/// Keeps calls of recursive functions.
void inlineAllCalls(FunctionOpInterface function);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INLINE_H
