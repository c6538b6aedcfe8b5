// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_MATRICES_H
#define LIB_LOWERING_GPU_LIBRARY_MATRICES_H

#include "lib/Lowering/Gpu/Host/MatmulCall.h"
#include "lib/Lowering/Gpu/Library/Form.h"

namespace mlir::amp::lowering {

/// Fusion group as one call of cuBLASLt.
struct UnitMatmul {
  LibraryMatmul product;
  unsigned arguments[partCount] = {}; // of the group, for present parts
  std::optional<unsigned> mask;       // argument: d is 0 where it is <= 0
  /// Argument: tanh of gelu, for the derivative; cuBLASLt has no such operand.
  std::optional<unsigned> tanh;
  Type biasType; // of the group's bias; cuBLASLt's has the type of d

  unsigned argumentOf(Part part) const { return arguments[unsigned(part)]; }
};

/// Call of a fusion group that a library call replaces.
struct MatmulCall {
  func::CallOp call;
  UnitMatmul unit;
  Value sums; // buffer of row sums, if the matmul writes them

  Value operandOf(Part part) {
    return part == Part::Bias && sums ? sums
                                      : call.getOperand(unit.argumentOf(part));
  }
};

/// Returns the library call for `unit`. Fails with `why` if there is none.
FailureOr<UnitMatmul> productOf(func::FuncOp unit, std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_MATRICES_H
