// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows of convolutions, window reductions and select_and_scatter.
#ifndef DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H
#define DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H

#include "dialects/stablehlo/IR/Verify/Verify.h"

namespace mlir::amp::stablehlo {

/// One dimension of a window; strides and dilations default to 1.
struct WindowDim {
  int64_t size = 1, low = 0, high = 0, stride = 1, baseDilation = 1,
          windowDilation = 1;
};
/// Expects valid window attributes (count and sign) and returns the window.
FailureOr<SmallVector<WindowDim>>
expectWindow(Operation *op, ArrayRef<int64_t> sizes,
             std::optional<ArrayRef<int64_t>> strides,
             DenseIntElementsAttr padding,
             std::optional<ArrayRef<int64_t>> baseDilations,
             std::optional<ArrayRef<int64_t>> windowDilations);
/// Returns the number of windows along a dimension, or kDynamic if unknown.
int64_t countWindows(int64_t size, const WindowDim &window);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H
