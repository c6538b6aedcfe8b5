// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// A contraction of a gradient, and the map from the attention's loops to the
/// elements of its result.
struct GradientProduct {
  linalg::GenericOp op;
  AffineMap out;
};

/// The gradient of an attention, in its loops: those of its second contraction,
/// and then the contracted ones of the first.
struct AttentionGradient {
  Read gradient; // of the attention's result
  GradientProduct query, key, value;
  ScoreBody score; // from the gradient of a logit to the factor of both others
  /// From the contraction of `gradient` and values to the gradient of
  /// probabilities.
  std::optional<ScoreBody> dropout;

  /// Returns the operands that bodies read.
  SmallVector<Read> others() const;
};

/// Returns the other contractions that scores and what is computed from them
/// reach; fails with `why` if another op reads them.
FailureOr<SmallVector<linalg::GenericOp>>
gradientProductsOf(const Attention &attention, std::string &why);

/// Fails with `why` if `products` are no gradient of the attention.
FailureOr<AttentionGradient> matchGradient(const Attention &attention,
                                           ArrayRef<linalg::GenericOp> products,
                                           std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_MATCHGRADIENT_H
