// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_WINDOWS_H
#define LIB_LOWERING_GPU_LIBRARY_WINDOWS_H

#include "lib/Run/Convolution.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// An operand of a convolution as the library has it: without gaps, its dims in
/// the library's order.
struct LibraryArray {
  unsigned operand = 0; // of the op
  AffineMap order;      // from the library's dims to the operand's
  SmallVector<int64_t> shape;
};

/// An op as one call of the library.
struct LibraryConvolution {
  struct amprt_convolution how = {};
  LibraryArray x, w, y;

  LibraryArray &result() { return how.kind == AMPRT_FORWARD ? y : w; }
};

/// Returns true if a contraction of `op` walks over one operand by a window.
bool hasWindow(linalg::LinalgOp op);

/// Fails with `why` where cuDNN does not do what `op` does.
FailureOr<LibraryConvolution> convolutionOf(linalg::LinalgOp op,
                                            std::string &why);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_WINDOWS_H
