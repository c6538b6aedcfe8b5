// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules that --amp-to-gpu lowered: gpu.binary ops, and a function of the LLVM
// dialect that launches their kernels.
#ifndef TOOLS_AMP_RUN_DEVICE_LOWERED_H
#define TOOLS_AMP_RUN_DEVICE_LOWERED_H

#include "CommandLine.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::runner {

/// Returns llvm.func @entry(!llvm.ptr, ...), or null. Its attributes
/// amp.arguments and amp.results hold the tensor types that the pointers refer
/// to.
LLVM::LLVMFuncOp findLoweredEntry(ModuleOp module, llvm::StringRef entry);
llvm::SmallVector<Type> typesOf(LLVM::LLVMFuncOp entry, llvm::StringRef name);

/// Lowers a module according to the options, unless it is lowered already. The
/// default of `chip` is sm_90a. Emits errors. An open device provides the
/// algorithms of its libraries.
LogicalResult lowerForDevice(ModuleOp module, const CommandLine &options,
                             llvm::StringRef chip, bool isOpen);

/// Device memory that a step allocates in addition to its arguments and
/// results.
struct MemoryPlan {
  uint64_t temporaries = 0, constants = 0;
  uint64_t workspaces = 0; // of called libraries
};
MemoryPlan planMemory(ModuleOp module);

/// Maps each result that aliases an updated argument to this argument.
llvm::DenseMap<unsigned, unsigned> findShared(LLVM::LLVMFuncOp entry);

/// gpu.binary @kernels [...]   ==>
///   llvm.mlir.global constant @kernels_image("...\00")
/// The host code launches kernels from this global, which may be declared
/// already.
void embedKernels(ModuleOp module);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_LOWERED_H
