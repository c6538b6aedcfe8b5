// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The form of values that elementwise ops and row sums compute from a softmax
// and the gradient of its result, as a polynomial, so that the order of
// products does not matter.
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"
#include <array>

namespace mlir::amp::lowering {

/// Values that a monomial has powers of.
enum class Variable : uint8_t {
  exponential,
  sum,         // of a row's exponentials
  probability, // of a softmax that zeroes empty rows
  gradient,    // of the probability
  total,       // row sum of exponential (or probability) * gradient
  product,     // the second contraction, of exponentials that nothing divides
  upstream,    // gradient of the attention's result
};

/// A factor times powers. Roundings between ops do not show.
struct Monomial {
  static constexpr size_t variables = 7;

  double factor = 1;
  std::array<int, variables> powers{};

  int &operator[](Variable of) { return powers[static_cast<size_t>(of)]; }
};
using Polynomial = SmallVector<Monomial, 2>;

class GradientForm {
public:
  /// `isGradient` of a read in the loops of the second contraction;
  /// `upstream`: the gradient of the attention's result, in these.
  GradientForm(const Attention &attention, const Read &upstream,
               llvm::function_ref<bool(const Read &)> isGradient)
      : attention(attention), upstream(upstream), isGradient(isGradient) {}

  /// Returns true if `read` is the gradient of the logits: of an exponential e,
  /// the row sum l, the gradient g of the probability and the row sum t of e g,
  /// e g / l - e t / l^2. t may be that of the result times its gradient, if a
  /// dropout multiplies probabilities and their gradients alike.
  bool isLogitGradient(const Read &read);

private:
  std::optional<Polynomial> formOf(const Read &read);
  std::optional<Polynomial> formIn(linalg::GenericOp op, Value value,
                                   const Read &read);
  std::optional<Polynomial> formOfKeySum(const Polynomial &summed);
  std::optional<Polynomial> formOfFeatureSum(const Polynomial &summed);
  std::optional<Polynomial> formOfSum(const Read &read);
  std::optional<Polynomial> formOfFactor(const Read &read);
  bool countsMaxima(linalg::GenericOp op, Value value, const Read &read);

  const Attention &attention;
  Read upstream;
  llvm::function_ref<bool(const Read &)> isGradient;
  unsigned ops = 0;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H
