// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H
#define LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H

#include "lib/Lowering/Gpu/Attention/Reads.h"

namespace mlir::amp::lowering {

/// Returns true if elementwise ops and reshapes compute `tensor` from the
/// exponential of a difference, so that a failure to fuse deserves a remark.
bool hasSoftmax(Value tensor);

struct Softmax {
  Read logits;
  Read exponential, sum; // before they are rounded
  Read result; // behind roundings and zeroed rows
  /// Reads of the probabilities, rounded or not, without those of rows that are
  /// zeroed behind them.
  SmallVector<Read> probabilities;
  bool zerosEmptyRows = false; // of logits that are all -inf, as PyTorch does
};

/// Returns the softmax over `loop`, in f32 or 16 bits, of which `read` is a
/// multiple, perhaps rounded to a narrower type. Fails with `why`.
FailureOr<Softmax> softmaxOf(const Read &read, unsigned loop, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_SOFTMAX_H
