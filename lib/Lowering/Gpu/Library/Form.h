// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_FORM_H
#define LIB_LOWERING_GPU_LIBRARY_FORM_H

#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"

namespace mlir::amp::lowering {

/// Epilogue for each element of a matmul p:
///   activation(scale * p + constant + sum of coefficients * operands),
/// or scale * p * the derivative of gelu, and 0 where the mask is not positive.
/// Accesses are the contraction's.
struct Form {
  enum Activation { None, Relu, Gelu, GeluGradient };

  double scale = 0, constant = 0;
  SmallVector<std::pair<unsigned, double>> terms; // access, coefficient
  std::optional<unsigned> factor;                 // of p, instead of scale
  Activation activation = None;
  std::optional<unsigned> mask;
  Type rounded;   // of 16 bits: what it was rounded to on the way
  unsigned d = 0; // access: where it is stored
  /// Accesses: where gelu's argument is, and its tanh; stored with the result,
  /// or read by the derivative.
  std::optional<unsigned> aux, tanh;
};

/// Fails with `why` where what follows the product is something else.
FailureOr<Form> formOf(const Contraction &contraction, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_FORM_H
