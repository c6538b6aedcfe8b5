// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_CODE_H
#define TOOLS_RUN_COMPILE_CODE_H

#include "mlir/IR/BuiltinOps.h"
#include "tools/amp-run/Compile/Jit.h"

namespace mlir::amp::runner {

/// A module of the LLVM dialect as LLVM's own, with
/// `void entry(void **arguments)`, which hands each of them to `function`.
struct HostCode {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;
};
llvm::Expected<HostCode> makeHostCode(ModuleOp module, llvm::StringRef function,
                                      llvm::StringRef entry);

/// That, as machine code of this process, which may call `functions` besides.
struct Code {
  std::unique_ptr<Jit> jit;
  EntryFunction entry;
};
llvm::Expected<Code> makeCode(ModuleOp module, llvm::StringRef function,
                              const llvm::StringMap<void *> &functions);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_CODE_H
