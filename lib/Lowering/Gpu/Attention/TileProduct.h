// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H
#define LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H

#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "lib/Lowering/Gpu/TensorCore/Fragments.h"

namespace mlir::amp::lowering {

/// Products of rows and a tile of columns in shared memory: of 16 rows of each
/// warp by mma.sync, or of 64 rows of a warpgroup by wgmma, for which threads
/// have the same elements. Rows are in registers, or for wgmma in shared
/// memory.
class TileProduct {
public:
  /// Returns true if wgmma can multiply the rows of a block with a tile of the
  /// second factor.
  static bool suitsWarpgroups(const Plan &plan) {
    return plan.tile.rows % Descriptors::productRows == 0 &&
           Descriptors::canRead(plan.panels[1]);
  }

  /// Returns true if wgmma can read the first factor in shared memory, too.
  static bool suitsRows(const Plan &plan) {
    return plan.tile.isOfWarpgroups && plan.panels[0].alongDepth &&
           Descriptors::canRead(plan.panels[0]);
  }

  /// Of the second factor of `plan`.
  TileProduct(Code &code, const Plan &plan, Value lane, Value shared);

  /// Has wgmma read rows of the first factor, which suitsRows() and has no
  /// stages, in shared memory.
  void readRows(Code &code, Value thread, Value shared);
  bool readsRows() const { return rowDescriptors.has_value(); }

  /// Adds to `sums`, by 8 columns, row and column of two. `rowsOf`: 16 elements
  /// in depth, unless it readsRows(); `stage`: of the columns, in bytes.
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

#endif // LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H
