// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H
#define LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Operand of mma.sync, 32 bytes of K: the four quarters (8 x 16 bytes) of 16
/// rows of A, or of 16 columns of B, in order.
using Fragment = SmallVector<Value, 4>;

/// Reads a warp's fragments from shared memory.
class FragmentReader {
public:
  /// `begin`: the warp's first row (or column) within the block's tile.
  FragmentReader(Code &code, const Plan &plan, unsigned operand, Value lane,
                 Value begin, Value shared);

  /// Reads all fragments of the warp in a stage, at byte 32 * `slice` along K.
  SmallVector<Fragment> read(Code &code, Value stage, int64_t slice) const;

private:
  Fragment readMatrices(Code &code, Value address) const;
  Fragment readWords(Code &code, Value stage, int64_t block,
                     int64_t slice) const;
  Value address(Code &code, Value stage, Value place, int64_t more) const;

  const Plan &plan;
  const SharedTile &sharedTile;
  unsigned operand;
  int64_t blocks; // of 16 rows or columns
  Value shared;
  SmallVector<Value> places; // offsets by slice, by block or by half block
};

/// Rounds a thread's f32 accumulators of 16 rows and 16 columns to operand A of
/// another mma.sync. The register layouts of both agree.
Fragment roundSums(Code &code, const Plan &plan, ArrayRef<Value> sums);

/// Emits sum + rows * columns by mma.sync, for 16 rows and 8 columns in f32.
SmallVector<Value> multiply(Code &code, const Plan &plan, const Fragment &rows,
                            ArrayRef<Value> columns, ArrayRef<Value> sum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H
