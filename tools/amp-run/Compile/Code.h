// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_CODE_H
#define TOOLS_RUN_COMPILE_CODE_H

#include "mlir/IR/BuiltinOps.h"
#include "tools/amp-run/Compile/Jit.h"

namespace mlir::amp::runner {

/// Module of the LLVM dialect translated to LLVM IR, with `void entry(void
/// **arguments)`, which calls `function` with these arguments.
struct HostCode {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};
llvm::Expected<HostCode> makeHostCode(ModuleOp module, llvm::StringRef function,
                                      llvm::StringRef entry);

/// The same as machine code in this process, which may also call `functions`.
struct Code {
  std::unique_ptr<Jit> jit;
  EntryFunction entry;
};
llvm::Expected<Code> makeCode(ModuleOp module, llvm::StringRef function,
                              const llvm::StringMap<void *> &functions);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_CODE_H
