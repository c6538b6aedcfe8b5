// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_JIT_H
#define TOOLS_RUN_COMPILE_JIT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace mlir::amp::runner {

/// A function of the compiled module: takes the addresses of its arguments.
using EntryFunction = void (*)(void **arguments);

/// Native code of one LLVM module, for this CPU, with the runtime's functions
/// (lib/Run/Run.h) and those of the process.
class Jit {
public:
  /// Optimises and compiles `module`, which may call `functions` besides.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(llvm::orc::ThreadSafeModule module,
         const llvm::StringMap<void *> &functions);

  llvm::Expected<EntryFunction> find(llvm::StringRef name);

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_JIT_H
