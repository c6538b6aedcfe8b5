// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gelu(y) = y (1 + t) / 2, t = tanh(sqrt(2 / pi) (y + 0.044715 y^3)), and its
// derivative, as polynomials in y and t. `error`: of each coefficient.
#ifndef LIB_LOWERING_GPU_LIBRARY_GELU_H
#define LIB_LOWERING_GPU_LIBRARY_GELU_H

#include "lib/Lowering/Gpu/Library/Polynomial.h"

namespace mlir::amp::lowering {

/// Returns true if tanh of `argument` is the t of `y`.
bool isTanhOfGelu(const Polynomial &argument, const Polynomial &y,
                  double error);

/// The y of which `value` is gelu; 0 where it is none. `t`: a variable.
Polynomial argumentOfGelu(const Polynomial &value, unsigned t);

/// Returns true if `factor` is the derivative of gelu at `y`, both variables.
bool isGeluGradient(const Polynomial &factor, unsigned y, unsigned t,
                    double error);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_GELU_H
