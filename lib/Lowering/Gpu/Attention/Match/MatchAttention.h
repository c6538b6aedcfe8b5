// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H

#include "lib/Lowering/Gpu/Attention/Match/Result.h"
#include "lib/Lowering/Gpu/Attention/Match/ScoreBody.h"
#include "lib/Lowering/Gpu/Attention/Match/Softmax.h"

namespace mlir::amp::lowering {

/// Attention. Its loops are those of the second contraction, followed by the
/// contracted loops of the first.
struct Attention {
  OpOperand *probabilities;
  linalg::GenericOp product; // the second contraction
  Read scores, query, key, value;
  AffineMap out;    // to the elements of the product
  unsigned keyLoop; // contracted by the product
  Softmax softmax;
  ScoreBody body;
  std::optional<ScoreBody> dropout; // multiplies the softmax
  /// The product, or its quotient by the sums of exponentials.
  Result result;

  /// Returns the operands of the bodies, besides the scores.
  SmallVector<Read> others() const;
  /// Returns true if the sums divide the product, not the exponentials.
  bool normalizesAfterMatmul() const { return !softmax.sum.tensor; }
  /// Returns the loops of values that neither queries nor keys have.
  SmallVector<unsigned> featureLoops() const;
};

/// Returns true for a contraction of two f32 or f64 tensors that starts at 0.
bool isPlainContraction(linalg::GenericOp op);

/// Returns the operand of `op` that a softmax computes, or null.
OpOperand *probabilitiesOf(linalg::GenericOp op);

/// Matches the attention that computes `probabilities` and their product. Fails
/// with `why` if there is none.
FailureOr<Attention> matchAttention(OpOperand &probabilities, std::string &why);

/// Returns true if the scores of `attention`, and the values computed from
/// them, have no users outside of the attention.
bool isPrivate(const Attention &attention);

/// Returns true if all operands have the same 16-bit type; else sets `why`.
bool hasLowOperands(ArrayRef<Read> operands, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H
