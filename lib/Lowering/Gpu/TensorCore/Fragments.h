// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H
#define LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Operand of mma.sync, 32 bytes deep in K: of 16 rows of A, or 16 columns of
/// B, the four quarters (8 of them, 16 bytes) in order.
using Fragment = SmallVector<Value, 4>;

/// Reads a warp's fragments from shared memory.
class FragmentReader {
public:
  /// `begin`: the warp's first row (or column) within the block's tile.
  FragmentReader(Code &code, const Plan &plan, unsigned factor, Value lane,
                 Value begin, Value shared);

  /// All of the warp's, at 32 * `slice` bytes of depth in the stage.
  SmallVector<Fragment> read(Code &code, Value stage, int64_t slice) const;

private:
  Fragment readMatrices(Code &code, Value address) const;
  Fragment readWords(Code &code, Value stage, int64_t block,
                     int64_t slice) const;
  Value address(Code &code, Value stage, Value place, int64_t more) const;

  const Plan &plan;
  const Panel &panel;
  unsigned factor;
  int64_t blocks; // of 16 rows or columns
  Value shared;
  SmallVector<Value> places; // by slice, or by block (or half of one)
};

/// A thread's f32 sums of 16 rows and 16 columns as the first operand of
/// another product, in its factors' type: they lie as mma.sync needs them.
Fragment roundSums(Code &code, const Plan &plan, ArrayRef<Value> sums);

/// sum + rows * columns, of 16 rows and 8 columns, in f32.
SmallVector<Value> multiply(Code &code, const Plan &plan, const Fragment &rows,
                            ArrayRef<Value> columns, ArrayRef<Value> sum);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_FRAGMENTS_H
