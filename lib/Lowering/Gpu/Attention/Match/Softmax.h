// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H

#include "lib/Lowering/Gpu/Attention/Match/Reads.h"

namespace mlir::amp::lowering {

/// Returns true if elementwise ops and reshapes compute `tensor` from the
/// exponential of a difference, or from exponentials divided by their sum, so
/// that a failure to fuse deserves a remark.
bool hasSoftmax(Value tensor);

/// Returns true for the exponential of a difference.
bool isExponential(Value tensor);

/// Returns the read behind conversions between f32 and 16-bit floats: kernels
/// compute softmaxes in f32.
Read unrounded(Read read);

struct Softmax {
  Read logits;
  /// Before they are rounded. No sum if the exponentials are not divided by it
  /// before they are contracted.
  Read exponential, sum;
  Read result; // behind roundings and zeroed rows
  /// Reads of the probabilities, rounded or not, without those of rows that are
  /// zeroed behind them.
  SmallVector<Read> probabilities;
  bool zerosEmptyRows = false; // of logits that are all -inf, as PyTorch does
};

/// Returns the softmax over `loop`, in f32 or 16 bits, of which `read` is a
/// multiple, perhaps rounded to a narrower type. Fails with `why`.
FailureOr<Softmax> softmaxOf(const Read &read, unsigned loop, std::string &why);

/// Returns what the sum over `loop` of the exponentials of `softmax` divides to
/// compute `read`, if it does.
std::optional<Read> dividendOf(const Read &read, const Softmax &softmax,
                               unsigned loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_SOFTMAX_H
