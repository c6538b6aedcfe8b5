// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// gelu(y) = y (1 + t) / 2, t = tanh(sqrt(2 / pi) (y + 0.044715 y^3)), and its
// derivative, as polynomials in y and t. `error`: relative, of coefficients.
#ifndef LIB_LOWERING_GPU_LIBRARY_GELU_H
#define LIB_LOWERING_GPU_LIBRARY_GELU_H

#include "lib/Lowering/Gpu/Library/Polynomial.h"

namespace mlir::amp::lowering {

/// Returns true if tanh(`argument`) is t of the argument `y`.
bool isTanhOfGelu(const Polynomial &argument, const Polynomial &y,
                  double error);

/// Returns y with gelu(y) = `value`, or 0 if there is none. `t`: a variable.
Polynomial argumentOfGelu(const Polynomial &value, unsigned t);

/// Returns true if `factor` is the derivative of gelu. `y` and `t`: variables.
bool isGeluGradient(const Polynomial &factor, unsigned y, unsigned t,
                    double error);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_GELU_H
