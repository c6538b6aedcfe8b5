// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_COMPILE_JIT_H
#define TOOLS_RUN_COMPILE_JIT_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ExecutionEngine/Orc/LLJIT.h"

namespace mlir::amp::runner {

/// Function of the compiled module; takes the addresses of its arguments.
using EntryFunction = void (*)(void **arguments);

/// JIT-compiled LLVM module for this CPU, linked with the runtime
/// (lib/Run/Run.h) and the symbols of this process.
class Jit {
public:
  /// Optimises and compiles `module`, which may also call `functions`.
  static llvm::Expected<std::unique_ptr<Jit>>
  create(llvm::orc::ThreadSafeModule module,
         const llvm::StringMap<void *> &functions);

  llvm::Expected<EntryFunction> find(llvm::StringRef name);

private:
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_COMPILE_JIT_H
