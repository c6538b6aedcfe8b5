// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// Contraction of a gradient, and the map from the loops of the attention to
/// the elements of its result.
struct GradientProduct {
  linalg::GenericOp op;
  AffineMap out;
};

/// Gradient of an attention. Its loops are those of the second contraction,
/// followed by the contracted loops of the first.
struct AttentionGradient {
  Read gradient; // of the attention's result
  GradientProduct query, key, value;
  ScoreBody score; // from the gradient of a logit to dS of dQ and dK
  /// From dO V^T (dO: `gradient`) to the gradient of the probabilities.
  std::optional<ScoreBody> dropout;

  /// Returns the operands of the bodies.
  SmallVector<Read> others() const;
};

/// Returns the contractions, besides those of the attention, that use values
/// computed from scores. Fails with `why` if these have other users.
FailureOr<SmallVector<linalg::GenericOp>>
gradientProductsOf(const Attention &attention, std::string &why);

/// Matches `products` as the gradient of `attention`, or fails with `why`.
FailureOr<AttentionGradient> matchGradient(const Attention &attention,
                                           ArrayRef<linalg::GenericOp> products,
                                           std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H
