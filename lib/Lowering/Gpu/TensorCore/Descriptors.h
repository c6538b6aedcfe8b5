// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operands of wgmma in shared memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H
#define LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Matrix descriptors (PTX ISA, "Matrix Descriptor Format") of an operand: its
/// start address in units of 16 bytes, the distances of its 8 x 128 byte
/// patterns, and the 128-byte swizzle mode.
class Descriptors {
public:
  /// M of one wgmma, and the bytes of its K.
  static constexpr int64_t productRows = 64, sliceBytes = 32;

  /// Returns true if `sharedTile` has the layout of wgmma: lines of 128 bytes,
  /// swizzled in chunks of 16 bytes.
  static bool canRead(const SharedTile &sharedTile);

  /// `begin`: byte offset of the warpgroup's part in the tile.
  Descriptors(Code &code, const SharedTile &sharedTile, Value shared,
              Value begin);

  /// Emits the descriptor of the rows from productRows * `block` on, at slice
  /// `slice` of K.
  Value at(Code &code, Value stage, int64_t block, int64_t slice) const;

private:
  static constexpr int64_t unit = 16, patternBytes = 1024, swizzle128 = 1;

  const SharedTile &sharedTile;
  Value low;    // lower 32 bits, at stage 0
  int64_t high; // upper 32 bits
};

/// Orders copies (writes by the generic proxy) before reads of wgmma (by the
/// async proxy).
void fenceAsyncProxy(Code &code);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_DESCRIPTORS_H
