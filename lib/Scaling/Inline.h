// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the scale has to get into are put where they are called.
#ifndef LIB_SCALING_INLINE_H
#define LIB_SCALING_INLINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// Puts functions in the place of their calls.
class Inliner {
public:
  explicit Inliner(const SymbolTable &symbols) : symbols(symbols) {}

  /// Puts the function that `call` (or a composite) runs in its place. Refuses
  /// one that has more than a block, or none, or that calls itself.
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

/// Inlines calls of functions with marks in them, directly or not, until
/// `function` holds all its marks itself. Refuses one that is called itself.
LogicalResult inlineMarkedCalls(FunctionOpInterface function);

/// Inlines every call in `function` of a function with one block, also in
/// loops. Calls of recursive functions stay.
void inlineAllCalls(FunctionOpInterface function);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INLINE_H
