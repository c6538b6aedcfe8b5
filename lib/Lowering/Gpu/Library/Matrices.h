// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_MATRICES_H
#define LIB_LOWERING_GPU_LIBRARY_MATRICES_H

#include "lib/Lowering/Gpu/Host/ProductCall.h"
#include "lib/Lowering/Gpu/Library/Form.h"

namespace mlir::amp::lowering {

/// A unit as one call of the library.
struct UnitProduct {
  LibraryProduct product;
  unsigned arguments[partCount] = {}; // of the unit, where a part is there
  std::optional<unsigned> mask; // an argument: where it is not above 0, so is d
  /// An argument: tanh of gelu's, for its derivative; no library has that.
  std::optional<unsigned> tanh;
  Type biasType; // of the unit's bias; the product's own is d's

  unsigned argumentOf(Part part) const { return arguments[unsigned(part)]; }
};

/// A call that the library is to do instead.
struct ProductCall {
  func::CallOp call;
  UnitProduct unit;
  Value sums; // of a factor, where the product leaves them

  Value operandOf(Part part) {
    return part == Part::Bias && sums ? sums
                                      : call.getOperand(unit.argumentOf(part));
  }
};

/// Fails with `why` where the unit is no such call.
FailureOr<UnitProduct> productOf(func::FuncOp unit, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_MATRICES_H
