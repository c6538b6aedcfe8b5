// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Uses of an argument's values, through calls, loops, bodies of linalg ops and
// data movement.
#ifndef TOOLS_RUN_INPUTS_USES_H
#define TOOLS_RUN_INPUTS_USES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::runner {

class Uses {
public:
  explicit Uses(ModuleOp module);

  /// Visits the uses of `value` and of the results of ops that move it.
  void visit(Value value, llvm::function_ref<bool(Operation *)> moves,
             llvm::function_ref<void(OpOperand &)> visit);

  /// Returns the possible values of `value`, an argument of a function, loop or
  /// body, or a call result. Returns {} for other values.
  llvm::SmallVector<Value> sourcesOf(Value value);

private:
  func::FuncOp calleeOf(Operation *call);
  void followUse(OpOperand &use, llvm::SmallVectorImpl<Value> &work);

  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, llvm::SmallVector<Operation *>> callsOf;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_USES_H
