// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A module as native code of this machine.
#ifndef TOOLS_RUN_COMPILE_PROGRAM_H
#define TOOLS_RUN_COMPILE_PROGRAM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringMap.h"
#include <memory>

namespace mlir::amp::runner {

/// The function `name` of `module` that has a body; null, and an error, if
/// there is none.
func::FuncOp findEntry(ModuleOp module, llvm::StringRef name);

class Program {
public:
  /// Compiles @entry of `module`, StableHLO before or after --amp, which takes
  /// and gives tensors of static shape. What is wrong is emitted as diagnostics
  /// of the module's context.
  /// `functions` of this process are what the module may call besides.
  static FailureOr<Program>
  compile(OwningOpRef<ModuleOp> module, llvm::StringRef entry,
          const llvm::StringMap<void *> &functions = {});

  Program(Program &&);
  ~Program();

  /// The types that the source names, unsigned integers among them.
  llvm::ArrayRef<RankedTensorType> argumentTypes() const;
  llvm::ArrayRef<RankedTensorType> resultTypes() const;

  /// Runs once on dense row-major arrays that the caller owns, aligned to 64
  /// bytes, no two results overlapping; i1 is a byte, i4 a byte with its sign.
  /// A failure at run time ends in amprt_fail (lib/Run/Run.h).
  void run(llvm::ArrayRef<const void *> arguments,
           llvm::ArrayRef<void *> results) const;

private:
  struct State;
  explicit Program(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_PROGRAM_H
