// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Module compiled to native code of this machine.
#ifndef TOOLS_RUN_COMPILE_PROGRAM_H
#define TOOLS_RUN_COMPILE_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace mlir::amp::runner {

/// Returns the function `name` of `module` if it has a body, else null with an
/// error.
func::FuncOp findEntry(ModuleOp module, llvm::StringRef name);

class Program {
public:
  /// Compiles @entry of `module`, StableHLO before or after --amp, whose
  /// arguments and results are tensors of static shape. Errors are diagnostics
  /// of the module's context. The module may also call `functions` of this
  /// process.
  static FailureOr<Program>
  compile(OwningOpRef<ModuleOp> module, llvm::StringRef entry,
          const llvm::StringMap<void *> &functions = {});

  Program(Program &&);
  ~Program();

  /// Types of the source, including unsigned integers.
  llvm::ArrayRef<RankedTensorType> argumentTypes() const;
  llvm::ArrayRef<RankedTensorType> resultTypes() const;

  /// Executes the program once. The arrays are dense, row-major, owned by the
  /// caller and aligned to 64 bytes; results do not overlap. i1 takes one byte,
  /// i4 a sign-extended byte. A run-time error calls amprt_fail
  /// (lib/Run/Run.h).
  void run(llvm::ArrayRef<const void *> arguments,
           llvm::ArrayRef<void *> results) const;

private:
  struct State;
  explicit Program(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_PROGRAM_H
