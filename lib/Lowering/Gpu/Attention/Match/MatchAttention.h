// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H
#define LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H

#include "lib/Lowering/Gpu/Attention/Match/Result.h"
#include "lib/Lowering/Gpu/Attention/Match/ScoreBody.h"
#include "lib/Lowering/Gpu/Attention/Match/Softmax.h"

namespace mlir::amp::lowering {

/// Attention whose loops are those of its second contraction, and then the
/// contracted loops of the first one.
struct Attention {
  OpOperand *probabilities;
  linalg::GenericOp product; // the second contraction
  Read scores, query, key, value;
  AffineMap out;    // to the elements of the product
  unsigned keyLoop; // over which the product sums
  Softmax softmax;
  ScoreBody body;
  std::optional<ScoreBody> dropout; // from the softmax to its multiple
  /// The product, or what divides it by the sums of exponentials.
  Result result;

  /// Returns the operands that bodies read.
  SmallVector<Read> others() const;
  /// Returns true if the sums divide the product, not the exponentials.
  bool isDividedLate() const { return !softmax.sum.tensor; }
  /// Returns the loops of values that neither queries nor keys have.
  SmallVector<unsigned> featureLoops() const;
};

/// A contraction in f32 or f64 of two tensors, which starts from 0.
bool isContraction(linalg::GenericOp op);

/// Returns the operand of `op` that is the result of a softmax, if there is
/// one.
OpOperand *probabilitiesOf(linalg::GenericOp op);

/// Fails with `why` if the ops before `probabilities` are no attention.
FailureOr<Attention> matchAttention(OpOperand &probabilities, std::string &why);

/// Returns true if the scores of `attention` and what is computed from them
/// reach nothing but its product.
bool isPrivate(const Attention &attention);

/// Returns true if the operands are of one 16-bit type.
bool hasLowOperands(ArrayRef<Read> operands, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_MATCH_MATCHATTENTION_H
