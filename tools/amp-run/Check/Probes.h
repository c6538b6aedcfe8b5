// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_PROBES_H
#define TOOLS_AMP_RUN_CHECK_PROBES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::runner {

/// Calls that show values, of functions of the process: one per type of value.
class Probes {
public:
  explicit Probes(ModuleOp module) : module(module) {}

  /// After `value` is made, the program shows it: `index` and its descriptor.
  void add(Value value, int64_t index);
  /// Returns the functions declared for the probes, each as `showValue`.
  llvm::StringMap<void *> functions(void *showValue) const;

private:
  func::FuncOp declareFor(Type type);

  ModuleOp module;
  llvm::MapVector<Type, func::FuncOp> declared;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_PROBES_H
