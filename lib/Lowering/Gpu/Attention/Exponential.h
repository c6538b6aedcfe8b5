// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H
#define LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"

namespace mlir::amp::lowering {

/// Emits `factor` * x.
Value scaled(Code &code, Value x, float factor);

/// Emits exp(factor x - shift), rounded once before the product with log2(e),
/// over 2^logSum if that is given, in f32 by the chip's
/// approximation of 2^y, whose documented relative error is 2^-22; with v =
/// 2^-24, those of y = (x - shift) log2(e) and of the rounded constant add 2.25
/// v |x - shift|. A probability is rounded to 16 bits behind it. Below the
/// smallest normal number it is 0.
Value emitExponential(Code &code, Value x, Value shift, Value logSum = Value(),
                      float factor = 1);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H
