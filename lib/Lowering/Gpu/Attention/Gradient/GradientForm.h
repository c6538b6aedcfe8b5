// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic evaluation of elementwise ops and row sums on a softmax and the
// gradient of its result. Values are polynomials, so that the order of
// multiplications does not matter.
#ifndef LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H
#define LIB_LOWERING_GPU_ATTENTION_GRADIENT_GRADIENTFORM_H

#include "lib/Lowering/Gpu/Attention/Match/MatchAttention.h"
#include <array>

namespace mlir::amp::lowering {

/// Variables of a monomial.
enum class Variable : uint8_t {
  exponential,
  sum,         // of a row's exponentials
  probability, // of a softmax that zeroes empty rows
  gradient,    // of the probability
  total,       // row sum of exponential (or probability) * gradient
  product,     // result of the second contraction, of undivided exponentials
  upstream,    // gradient of the attention's result
};

/// A constant times powers of variables. Roundings between ops are ignored.
struct Monomial {
  static constexpr size_t variables = 7;

  double factor = 1;
  std::array<int, variables> powers{};

  int &operator[](Variable of) { return powers[static_cast<size_t>(of)]; }
};
using Polynomial = SmallVector<Monomial, 2>;

class GradientForm {
public:
  /// `upstream`: gradient of the result of the attention; `isGradient`: returns
  /// true for a gradient of the probabilities. Both are reads in the loops of
  /// the second contraction.
  GradientForm(const Attention &attention, const Read &upstream,
               llvm::function_ref<bool(const Read &)> isGradient)
      : attention(attention), upstream(upstream), isGradient(isGradient) {}

  /// Returns true if `read` is the gradient of the logits, e g / l - e t / l^2,
  /// of an exponential e, its row sum l, the gradient g of the probability and
  /// the row sum t of e g. t may also be the row sum of the result times its
  /// gradient, if a dropout multiplies probabilities and their gradients alike.
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
