// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A module that --amp-to-gpu left: gpu.binary ops, and a function of the LLVM
// dialect that launches what is in them.
#ifndef TOOLS_AMP_RUN_DEVICE_LOWERED_H
#define TOOLS_AMP_RUN_DEVICE_LOWERED_H

#include "CommandLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::runner {

/// llvm.func @entry(!llvm.ptr, ...) with amp.arguments and amp.results, the
/// types of the tensors that these point to; null if there is none.
LLVM::LLVMFuncOp findLoweredEntry(ModuleOp module, llvm::StringRef entry);
llvm::SmallVector<Type> typesOf(LLVM::LLVMFuncOp entry, llvm::StringRef name);

/// Lowers a module as the options say, unless that was done, for `chip` (empty:
/// sm_90a) if they name none. What is wrong is an error.
/// A device that is open says which algorithms its libraries have.
LogicalResult lowerForDevice(ModuleOp module, const CommandLine &options,
                             llvm::StringRef chip, bool isOpen);

/// Bytes on the device that a step asks for, besides its arguments and results.
struct MemoryPlan {
  uint64_t temporaries = 0, constants = 0;
  uint64_t workspaces = 0; // of libraries that it calls
};
MemoryPlan planMemory(ModuleOp module);

/// The argument where each result lies that is an updated argument.
llvm::DenseMap<unsigned, unsigned> findShared(LLVM::LLVMFuncOp entry);

/// gpu.binary @kernels [...]   ==>
///   llvm.mlir.global constant @kernels_image("...\00"), which may have been
/// declared already: what host code launches kernels from.
void embedKernels(ModuleOp module);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_LOWERED_H
