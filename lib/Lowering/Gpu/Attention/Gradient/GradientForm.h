// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of values that elementwise ops and row sums compute from a softmax
// and the gradient of its result, as a polynomial, so that the order of
// products does not matter.
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"

namespace mlir::amp::lowering {

/// A factor times powers. Roundings between ops do not show.
struct Monomial {
  double factor = 1;
  int exponential = 0, sum = 0; // of the softmax
  int probability = 0;          // of one that zeroes empty rows
  int gradient = 0;             // of the probability
  int total = 0; // row sum of exponential (or probability) * gradient

  bool hasPowersOf(const Monomial &other) const;
};
using Polynomial = SmallVector<Monomial, 2>;

class GradientForm {
public:
  /// `isGradient` of a read in the loops of the second contraction.
  GradientForm(const Attention &attention,
               llvm::function_ref<bool(const Read &)> isGradient)
      : attention(attention), isGradient(isGradient) {}

  /// Returns true if `read` is the gradient of the logits: of an exponential e,
  /// the row sum l, the gradient g of the probability and the row sum t of e g,
  /// e g / l - e t / l^2.
  bool isLogitGradient(const Read &read);

private:
  std::optional<Polynomial> formOf(const Read &read);
  std::optional<Polynomial> formIn(linalg::GenericOp op, Value value,
                                   const Read &read);
  std::optional<Polynomial> formOfRowSum(const Polynomial &summed);

  const Attention &attention;
  llvm::function_ref<bool(const Read &)> isGradient;
  unsigned ops = 0;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H
