// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCHATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_MATCHATTENTION_H

#include "lib/Lowering/Gpu/Attention/ScoreBody.h"

namespace mlir::amp::lowering {

/// Attention whose loops are those of its second contraction, and then the
/// contracted loops of the first one.
struct Attention {
  linalg::GenericOp product; // the second contraction
  Read query, key, value;
  AffineMap out; // to the elements of the product
  ScoreBody body;
  bool zerosEmptyRows; // rows whose logits are all -inf
};

/// Returns the operand of `op` that is the result of a softmax, if there is
/// one.
OpOperand *probabilitiesOf(linalg::GenericOp op);

/// Fails with `why` if the ops before `probabilities` are no attention.
FailureOr<Attention> matchAttention(OpOperand &probabilities, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCHATTENTION_H
