// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TIME_PRESSURE_H
#define LIB_LOWERING_GPU_TIME_PRESSURE_H

#include "llvm/IR/Function.h"

namespace mlir::amp::lowering {

/// Estimates the registers of a thread: the largest number of live registers in
/// the order of the IR, plus those that ptxas adds for addresses and
/// scheduling.
int64_t registerPressure(const llvm::Function &kernel,
                         const llvm::DataLayout &layout);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TIME_PRESSURE_H
