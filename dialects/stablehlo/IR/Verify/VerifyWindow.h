// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Windows of convolutions, reductions and scatters.
#ifndef DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H
#define DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H

#include "dialects/stablehlo/IR/Verify/Verify.h"

namespace mlir::amp::stablehlo {

/// One spatial dimension of a window; strides and dilations default to 1.
struct WindowDim {
  int64_t size = 1, low = 0, high = 0, stride = 1, baseDilation = 1,
          windowDilation = 1;
};
/// Window attributes of one op, checked for size and sign.
FailureOr<SmallVector<WindowDim>>
expectWindow(Operation *op, ArrayRef<int64_t> sizes,
             std::optional<ArrayRef<int64_t>> strides,
             DenseIntElementsAttr padding,
             std::optional<ArrayRef<int64_t>> baseDilations,
             std::optional<ArrayRef<int64_t>> windowDilations);
/// Returns the number of windows of a dimension; dynamic if unknown.
int64_t countWindows(int64_t size, const WindowDim &window);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_VERIFY_VERIFYWINDOW_H
