// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the pipelines to a CPU and to a GPU share.
#ifndef LIB_PIPELINES_LOWERING_H
#define LIB_PIPELINES_LOWERING_H

#include "mlir/Pass/PassManager.h"

namespace mlir::amp {

/// StableHLO to linalg on tensors, in one function per entry.
void addLinalgPasses(OpPassManager &passes);

/// Elementwise ops joined.
void addFusionPasses(OpPassManager &passes);

/// Tensors become buffers; results are the caller's, and are marked where
/// `markResults` asks for it.
void addBufferPasses(OpPassManager &passes, bool markResults);

} // namespace mlir::amp

#endif // LIB_PIPELINES_LOWERING_H
