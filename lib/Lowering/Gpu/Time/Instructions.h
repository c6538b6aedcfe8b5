// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cost of an LLVM IR instruction, as the machine instructions that ptxas
// generates.
#ifndef LIB_LOWERING_GPU_TIME_INSTRUCTIONS_H
#define LIB_LOWERING_GPU_TIME_INSTRUCTIONS_H

#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Instruction.h"

namespace mlir::amp::lowering {

/// Cost of an instruction, for one warp.
struct Cost {
  double issued = 0, integer = 0, functions = 0;
  double flops16 = 0, flopsTf32 = 0, flopsWgmma = 0, sharedBytes = 0;
  double latency = 0; ///< cycles until a user can issue
  bool isBarrier = false;
  bool isBranch = false; ///< the warp executes these branches in order
  /// Groups of copies that may stay in flight after a wait; negative if the
  /// instruction is no wait.
  int64_t pending = -1;
  /// Access to global memory: the address, and the bytes of all lanes.
  const llvm::Value *address = nullptr;
  double readBytes = 0, writtenBytes = 0;
  bool isCopy = false; ///< asynchronous, to shared memory
};

Cost costOf(const llvm::Instruction &op, const llvm::DataLayout &layout);

/// Returns the 32-bit registers that a value occupies; predicates and immediate
/// offsets take none.
int64_t registersOf(const llvm::Value &value, const llvm::DataLayout &layout);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TIME_INSTRUCTIONS_H
