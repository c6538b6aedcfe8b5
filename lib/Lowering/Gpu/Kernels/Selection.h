// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_SELECTION_H
#define LIB_LOWERING_GPU_KERNELS_SELECTION_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"

namespace mlir::amp::lowering {

/// Reduction whose body only selects elements by comparisons, such as argmax.
/// It has no neutral element. So each part begins with its first element, the
/// first part also with the initial values, and parts are merged in the order
/// of their elements.
class Selection {
public:
  /// Returns the selection that `op` is; none if its body computes anything
  /// else.
  static std::optional<Selection> of(linalg::GenericOp op);

  /// Returns the values of the body that the results are compared with.
  ValueRange getElements() const { return elements; }

  /// Merges the results `left` of a part of the elements with the results
  /// `right` of the next part.
  SmallVector<Value> merge(ArrayRef<Value> left, ArrayRef<Value> right,
                           KernelCode &code) const;

  /// Merges the parts of a block's first `lanes` threads, a power of two, in
  /// order; each thread gets the result.
  SmallVector<Value> totalOf(ArrayRef<Value> parts, int64_t lanes,
                             KernelCode &code) const;

private:
  explicit Selection(linalg::GenericOp op) : op(op) {}
  void mergeLanes(SmallVector<Value> &parts, int64_t lanes,
                  KernelCode &code) const;

  linalg::GenericOp op;
  SmallVector<Operation *> ops; ///< ops of the body that merge() clones
  SmallVector<Value> elements;  ///< values that results are compared with
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_SELECTION_H
