// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/Gelu.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr double slope = 0.7978845608028654, cube = 0.044715;

bool amp::lowering::isTanhOfGelu(const Polynomial &argument,
                                 const Polynomial &y, double error) {
  return argument.isNear(y * slope + y * y * y * (slope * cube), error);
}

Polynomial amp::lowering::argumentOfGelu(const Polynomial &value, unsigned t) {
  Polynomial half = value.factorOf(t, 0);
  Polynomial whole = half + half * Polynomial::variable(t);
  return value.isNear(whole, 0) ? half * 2 : Polynomial();
}

bool amp::lowering::isGeluGradient(const Polynomial &factor, unsigned y,
                                   unsigned t, double error) {
  Polynomial at = Polynomial::variable(y), tanh = Polynomial::variable(t);
  Polynomial inner = (Polynomial(1) + at * at * (3 * cube)) * slope;
  Polynomial outer = Polynomial(1) + tanh * tanh * -1;
  Polynomial twice = Polynomial(1) + tanh + at * outer * inner;
  return factor.isNear(twice * 0.5, error);
}
