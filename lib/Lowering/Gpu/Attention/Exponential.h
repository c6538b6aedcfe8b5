// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H
#define LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"

namespace mlir::amp::lowering {

Value scaled(Code &code, Value x, float factor);

/// Emits exp(factor x - shift) in f32, divided by 2^logSum if `logSum` is
/// given. The difference is rounded once, before the multiplication by log2(e).
/// ex2.approx.ftz has a documented relative error of 2^-22. With v = 2^-24, the
/// roundings of y = (x - shift) log2(e) and of log2(e) add 2.25 v |x - shift|.
/// Probabilities are then rounded to 16 bits. Subnormal results are 0.
Value emitExponential(Code &code, Value x, Value shift, Value logSum = Value(),
                      float factor = 1);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_EXPONENTIAL_H
