// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_PASSES_H
#define LIB_LOWERING_GPU_ATTENTION_PASSES_H

#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lib/Lowering/Gpu/Attention/Passes.h.inc"

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_ATTENTION_PASSES_H
