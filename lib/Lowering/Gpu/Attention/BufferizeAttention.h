// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_BUFFERIZEATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_BUFFERIZEATTENTION_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp::lowering {

/// Registers the bufferization of amp.attention and amp.attention_gradient.
void registerAttentionBufferization(DialectRegistry &registry);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_BUFFERIZEATTENTION_H
