// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Hurwitz zeta function by the Euler-Maclaurin formula, and polygamma
// functions.
#include "dialects/stablehlo/Conversion/Scalar/SpecialFunctions.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::amp::stablehlo;

// B(2k) / (2k)!, with the Bernoulli numbers B
static const double kMaclaurin[] = {
    0.08333333333333333,    -0.001388888888888889,   3.306878306878307e-05,
    -8.267195767195768e-07, 2.08767569878681e-08,    -5.284190138687493e-10,
    1.3382536530684679e-11, -3.3896802963225827e-13, 8.586062056277845e-15,
    -2.174868698558062e-16, 5.5090028283602295e-18,  -1.3954464685812522e-19,
    3.534707039629467e-21,
};
/// Minimum number of directly summed terms, and its maximum for negative q.
static constexpr double kTerms = 10.0, kMostTerms = 100000.0;

// Returns {place, sum}; `sum` has all terms below `place`.
static std::pair<Scalar, Scalar> firstTerms(Scalar x, Scalar q) {
  ImplicitLocOpBuilder &b = *x.builder;
  auto test = [&](OpBuilder &nested, Location loc, ValueRange state) {
    ImplicitLocOpBuilder b(loc, nested);
    Scalar place(b, state[0]), count(b, state[2]);
    Scalar isEarly = (count < kTerms) | (place <= kTerms);
    scf::ConditionOp::create(b, isEarly & (count < kMostTerms), state);
  };
  auto step = [&](OpBuilder &nested, Location loc, ValueRange state) {
    ImplicitLocOpBuilder b(loc, nested);
    Scalar place(b, state[0]), sum(b, state[1]), count(b, state[2]);
    Scalar term = pow(place, -Scalar(b, x));
    scf::YieldOp::create(b, ValueRange{place + 1.0, sum + term, count + 1.0});
  };
  Value initial[] = {q, x.like(0.0), x.like(0.0)};
  auto loop = scf::WhileOp::create(b, TypeRange(ValueRange(initial)), initial,
                                   test, step);
  return {{b, loop.getResult(0)}, {b, loop.getResult(1)}};
}

namespace mlir::amp::stablehlo {

Scalar zeta(Scalar x, Scalar q) {
  auto [place, sum] = firstTerms(x, q);
  Scalar power = pow(place, -x);
  sum = sum + power * place / (x - 1.0) + 0.5 * power;
  // x (x + 1) ... (x + 2k - 2) place^(-x - 2k + 1)
  Scalar factor = x * power / place, inverse = 1.0 / (place * place);
  Scalar next = x;
  for (double coefficient : kMaclaurin) {
    sum = sum + coefficient * factor;
    factor = factor * (next + 1.0) * (next + 2.0) * inverse;
    next = next + 2.0;
  }
  // all terms after the first underflow, although their factors may not
  sum = select(x > 600.0, pow(q, -x), sum);
  Scalar isEven = equal(x * 0.5, floor(x * 0.5));
  Scalar atPole = select(isEven, x.infinity(), x.nan());
  Scalar isWhole = equal(q, floor(q)), isOdd = differ(x, floor(x));
  sum = select((q <= 0.0) & isOdd, x.nan(), sum);
  sum = select((q <= 0.0) & isWhole,
               select(equal(q, 0.0), x.infinity(), atPole), sum);
  sum = select(x < 1.0, x.nan(), sum);
  return select(equal(x, 1.0), x.infinity(), sum);
}

// (-1)^(n + 1) n! zeta(n + 1, x)
Scalar polygamma(Scalar n, Scalar x) {
  Scalar order = n + 1.0;
  Scalar size = exp(lgamma(order)) * zeta(order, x);
  Scalar half = order * 0.5;
  Scalar result = select(equal(half, floor(half)), size, -size);
  result = select(equal(n, 0.0), digamma(x), result);
  return select((n < 0.0) | differ(n, floor(n)), n.nan(), result);
}

} // namespace mlir::amp::stablehlo
