// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// windows = (low + dilated size + high - dilated window) / stride + 1
#include "dialects/stablehlo/IR/Verify/VerifyWindow.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace mlir::amp;

FailureOr<SmallVector<stablehlo::WindowDim>>
stablehlo::expectWindow(Operation *op, ArrayRef<int64_t> sizes,
                        std::optional<ArrayRef<int64_t>> strides,
                        DenseIntElementsAttr padding,
                        std::optional<ArrayRef<int64_t>> baseDilations,
                        std::optional<ArrayRef<int64_t>> windowDilations) {
  SmallVector<WindowDim> windows;
  for (int64_t size : sizes) {
    windows.emplace_back().size = size;
    if (!ShapedType::isDynamic(size) &&
        failed(expectAtLeast(op, "window dimensions", size, 1)))
      return failure();
  }
  struct {
    StringRef name;
    std::optional<ArrayRef<int64_t>> values;
    int64_t WindowDim::*member;
  } lists[] = {
      {"window strides", strides, &WindowDim::stride},
      {"base dilations", baseDilations, &WindowDim::baseDilation},
      {"window dilations", windowDilations, &WindowDim::windowDilation}};
  for (auto &[name, values, member] : lists) {
    // An empty list is equivalent to an absent list.
    if (!values || values->empty())
      continue;
    if (failed(expectCount(op, name, sizes.size(), values->size())) ||
        failed(expectAtLeast(op, name, *values, 1)))
      return failure();
    for (auto [window, value] : llvm::zip_equal(windows, *values))
      window.*member = value;
  }
  if (!padding)
    return windows;
  auto type = padding.getType();
  int64_t count = sizes.size();
  if (type.getShape() == ArrayRef<int64_t>{0, 2})
    return windows;
  if (type.getShape() != ArrayRef<int64_t>{count, 2}) {
    op->emitOpError("expects a padding of shape ")
        << count << "x2, but got " << type;
    return failure();
  }
  auto value = padding.getValues<int64_t>().begin();
  for (WindowDim &window : windows) {
    window.low = *value++;
    window.high = *value++;
  }
  return windows;
}

/// (size - 1) * dilation + 1, or nullopt on overflow.
static std::optional<int64_t> dilate(int64_t size, int64_t dilation) {
  if (size <= 0)
    return 0;
  return llvm::checkedMulAdd<int64_t>(size - 1, dilation, 1);
}

int64_t stablehlo::countWindows(int64_t size, const WindowDim &window) {
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(window.size))
    return ShapedType::kDynamic;
  std::optional<int64_t> base = dilate(size, window.baseDilation);
  std::optional<int64_t> span = dilate(window.size, window.windowDilation);
  if (base)
    base = llvm::checkedAdd(*base, window.low);
  if (base)
    base = llvm::checkedAdd(*base, window.high);
  // A size that overflows 64 bits is incompatible with every result.
  if (!base || !span)
    return -1;
  if (*base == 0 || *span > *base)
    return 0;
  return (*base - *span) / window.stride + 1;
}
