// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H
#define LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H

#include "lib/Lowering/Gpu/Library/Windows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::lowering {

/// A unit that begins with a convolution of the library's.
struct ConvolutionUnit {
  LibraryConvolution convolution;
  linalg::LinalgOp op;
  linalg::FillOp fill; // with the zeros that it adds to

  Value operandOf(const LibraryArray &array) const {
    return op->getOperand(array.operand);
  }
  /// As the library has it.
  MemRefType typeOf(const LibraryArray &array) const;
  /// Returns true if the operand is that array already.
  bool isReady(const LibraryArray &array) const;
};

/// The convolution of a unit, or null.
linalg::LinalgOp convolutionIn(func::FuncOp unit);

/// Fails with `why` where cuDNN does not do what `unit` begins with.
FailureOr<ConvolutionUnit> readConvolutionUnit(func::FuncOp unit,
                                               std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H
