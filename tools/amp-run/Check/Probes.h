// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_PROBES_H
#define TOOLS_AMP_RUN_CHECK_PROBES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp::runner {

/// Probes: calls of host functions, one function per value type.
class Probes {
public:
  explicit Probes(ModuleOp module) : module(module) {}

  /// Adds a call with `index` and the descriptor of `value` after its
  /// definition.
  void add(Value value, int64_t index);
  /// Returns the functions declared for probes, each bound to `showValue`.
  llvm::StringMap<void *> functions(void *showValue) const;

private:
  func::FuncOp declareFor(Type type);

  ModuleOp module;
  llvm::MapVector<Type, func::FuncOp> declared;
};

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_PROBES_H
