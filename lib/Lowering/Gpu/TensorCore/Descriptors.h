// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Factors of wgmma in shared memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H
#define LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Matrix descriptors (PTX ISA, "Matrix Descriptor Format") of a factor: where
/// it begins in units of 16 bytes, distances of its 8 x 128 byte patterns, and
/// the swizzle of 128 bytes.
class Descriptors {
public:
  /// Rows of a product, and bytes of one in depth.
  static constexpr int64_t productRows = 64, sliceBytes = 32;

  /// Returns true if a panel has the layout: lines of 128 bytes whose chunks
  /// trade places.
  static bool canRead(const Panel &panel);

  /// `begin`: bytes from the panel's begin to the warpgroup's part.
  Descriptors(Code &code, const Panel &panel, Value shared, Value begin);

  /// The descriptor of the rows from productRows * `block` on, at a slice of
  /// depth.
  Value at(Code &code, Value stage, int64_t block, int64_t slice) const;

private:
  static constexpr int64_t unit = 16, patternBytes = 1024, swizzle128 = 1;

  const Panel &panel;
  Value low;    // the lower half, at stage 0
  int64_t high; // the upper half
};

/// Orders copies, which are writes by the generic proxy, before reads of wgmma,
/// by the async one.
void fenceAsyncProxy(Code &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H
