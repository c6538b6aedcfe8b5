// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_WINDOWS_H
#define LIB_LOWERING_GPU_LIBRARY_WINDOWS_H

#include "lib/Run/Convolution.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Operand of a convolution in the layout of the library: contiguous, with dims
/// in the order of the library.
struct LibraryArray {
  unsigned operand = 0; // of the op
  AffineMap order;      // from the library's dims to the operand's
  SmallVector<int64_t> shape;
};

/// Convolution as one call of cuDNN.
struct LibraryConvolution {
  struct amprt_convolution how = {};
  LibraryArray x, w, y;

  LibraryArray &result() { return how.kind == AMPRT_FORWARD ? y : w; }
};

/// Returns true if `op` is a contraction with a sliding window over input 0.
bool hasWindow(linalg::LinalgOp op);

/// Returns the cuDNN call for `op`. Fails with `why` if there is none.
FailureOr<LibraryConvolution> convolutionOf(linalg::LinalgOp op,
                                            std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_WINDOWS_H
