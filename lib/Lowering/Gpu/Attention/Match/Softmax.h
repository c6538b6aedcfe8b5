// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H

#include "lib/Lowering/Gpu/Attention/Match/Reads.h"

namespace mlir::amp::lowering {

/// Returns true if elementwise ops and reshapes compute `tensor` from the
/// exponential of a difference, or from exponentials divided by their sum. A
/// failure to fuse such a tensor is reported by a remark.
bool hasSoftmax(Value tensor);

/// Returns true if `tensor` is the exponential of a difference.
bool isExponential(Value tensor);

/// Returns the read from which conversions between f32 and 16-bit floats
/// compute `read`. Kernels compute a softmax in f32.
Read unrounded(Read read);

struct Softmax {
  Read logits;
  /// Both before roundings. `sum` is null if the exponentials are divided after
  /// they are contracted, or not at all.
  Read exponential, sum;
  Read result; // after roundings and the zeroing of rows
  /// Reads of the probabilities, rounded or not, but not those before empty
  /// rows are zeroed.
  SmallVector<Read> probabilities;
  bool zerosEmptyRows = false; // of logits that are all -inf, as PyTorch does
};

/// Returns the softmax over `loop`, in f32 or 16 bits, of which `read` is a
/// multiple, perhaps rounded to a narrower type. Fails with `why`.
FailureOr<Softmax> softmaxOf(const Read &read, unsigned loop, std::string &why);

/// Returns the dividend of `read`, if the divisor is the sum over `loop` of the
/// exponentials of `softmax`.
std::optional<Read> dividendOf(const Read &read, const Softmax &softmax,
                               unsigned loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H
