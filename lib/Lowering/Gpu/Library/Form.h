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
  std::optional<unsigned> factor;                 // access: scales p
  Activation activation = None;
  std::optional<unsigned> mask;
  Type rounded;   // 16-bit type of roundings in between, if any
  unsigned d = 0; // access of the stored result
  /// Accesses of gelu's argument and of its tanh, which gelu stores and its
  /// derivative reads.
  std::optional<unsigned> aux, tanh;
};

/// Returns the epilogue of `contraction`. Fails with `why` for other forms.
FailureOr<Form> formOf(const Contraction &contraction, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_FORM_H
