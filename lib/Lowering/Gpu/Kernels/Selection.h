// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_KERNELS_SELECTION_H
#define LIB_LOWERING_GPU_KERNELS_SELECTION_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"

namespace mlir::amp::lowering {

/// Reduction whose body selects elements by comparisons alone, such as the
/// place of a maximum. It has no neutral element: parts begin with their first
/// element, the first part with the initial values, and are merged in the order
/// of their elements.
class Selection {
public:
  /// None for a body that computes anything else.
  static std::optional<Selection> of(linalg::GenericOp op);

  /// Returns what the body compares each result with.
  ValueRange getElements() const { return elements; }

  /// Returns the results for `left`, those of a part of the elements, and
  /// `right`, those of the part behind it.
  SmallVector<Value> merge(ArrayRef<Value> left, ArrayRef<Value> right,
                           KernelCode &code) const;

  /// Merges the parts of a block's first `lanes` threads, a power of two, in
  /// order; each thread has the result.
  SmallVector<Value> totalOf(ArrayRef<Value> parts, int64_t lanes,
                             KernelCode &code) const;

private:
  explicit Selection(linalg::GenericOp op) : op(op) {}
  void mergeLanes(SmallVector<Value> &parts, int64_t lanes,
                  KernelCode &code) const;

  linalg::GenericOp op;
  SmallVector<Operation *> ops; ///< of the body that a merge computes, in order
  SmallVector<Value> elements;  ///< what the body compares each result with
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_SELECTION_H
