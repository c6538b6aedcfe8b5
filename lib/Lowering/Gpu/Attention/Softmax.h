// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H
#define LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H

#include "lib/Lowering/Gpu/Attention/Reads.h"

namespace mlir::amp::lowering {

/// Returns true if elementwise ops compute `read` from a quotient of an
/// exponential, so that a failure to fuse deserves a remark.
bool hasSoftmax(const Read &read);

/// Returns the logits of which `read`, perhaps rounded to a narrower type, is
/// the softmax over `loop`, in f32 throughout. Fails with `why`.
FailureOr<Read> logitsOf(Read read, unsigned loop, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H
