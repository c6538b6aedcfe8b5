// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILEMATMUL_H
#define LIB_LOWERING_GPU_ATTENTION_TILEMATMUL_H

#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "lib/Lowering/Gpu/TensorCore/Fragments.h"

namespace mlir::amp::lowering {

/// Matmul of rows (operand A) and a column tile (operand B) in shared memory:
/// 16 rows of each warp by mma.sync, or 64 rows of a warpgroup by wgmma. The
/// accumulator layout per thread is the same. Operand A is in registers or, for
/// wgmma, in shared memory.
class TileMatmul {
public:
  /// Returns true if wgmma can multiply rows of a block by operand B.
  static bool suitsWarpgroups(const Plan &plan) {
    return plan.tile.rows % Descriptors::productRows == 0 &&
           Descriptors::canRead(plan.sharedTiles[1]);
  }

  /// Returns true if wgmma can also read operand A from shared memory.
  static bool suitsRows(const Plan &plan) {
    return plan.tile.isOfWarpgroups && plan.sharedTiles[0].isKMajor &&
           Descriptors::canRead(plan.sharedTiles[0]);
  }

  /// Creates the reader of operand B of `plan`.
  TileMatmul(Code &code, const Plan &plan, Value lane, Value shared);

  /// Makes wgmma read operand A, which suitsRows(), from shared memory.
  void readRows(Code &code, Value thread, Value shared);
  bool readsRows() const { return rowDescriptors.has_value(); }

  /// Accumulates into `sums`, indexed by 8-column block, row and column of the
  /// pair. `rowsOf`: returns a fragment of operand A with 16 elements of K,
  /// unless readsRows(); `stage`: offset of operand B, in bytes.
  void add(Code &code, llvm::function_ref<Fragment(int64_t slice)> rowsOf,
           Value stage, MutableArrayRef<Value> sums) const;

private:
  void addByWarpgroup(Code &code, ArrayRef<Fragment> rows, Value stage,
                      MutableArrayRef<Value> sums) const;
  Value multiply(Code &code, ArrayRef<Value> rows, Value columns,
                 ArrayRef<Value> sums) const;

  const Plan &plan;
  std::optional<FragmentReader> reader;
  std::optional<Descriptors> descriptors, rowDescriptors;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILEMATMUL_H
