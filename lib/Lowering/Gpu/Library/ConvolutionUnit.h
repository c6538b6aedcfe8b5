// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H
#define LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H

#include "lib/Lowering/Gpu/Library/Windows.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::amp::lowering {

/// Fusion group that begins with a convolution that cuDNN computes.
struct ConvolutionUnit {
  LibraryConvolution convolution;
  linalg::LinalgOp op;
  linalg::FillOp fill; // zeroes the result of `op` first

  Value operandOf(const LibraryArray &array) const {
    return op->getOperand(array.operand);
  }
  /// Returns the type of the operand in the layout of the library.
  MemRefType typeOf(const LibraryArray &array) const;
  /// Returns true if the operand already has the layout of the library.
  bool isReady(const LibraryArray &array) const;
};

/// Returns the convolution of the fusion group `unit`, or null.
linalg::LinalgOp convolutionIn(func::FuncOp unit);

/// Reads the convolution with which `unit` begins. Fails with `why` if cuDNN
/// does not compute it.
FailureOr<ConvolutionUnit> readConvolutionUnit(func::FuncOp unit,
                                               std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_CONVOLUTIONUNIT_H
