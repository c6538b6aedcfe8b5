// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H
#define LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H

#include "lib/Lowering/Gpu/TensorCore/Descriptors.h"
#include "lib/Lowering/Gpu/TensorCore/Fragments.h"

namespace mlir::amp::lowering {

/// Products of rows in registers and a tile of columns in shared memory: of 16
/// rows of each warp by mma.sync, or of 64 rows of a warpgroup by wgmma, for
/// which threads have the same elements.
class TileProduct {
public:
  /// Returns true if wgmma can multiply the rows of a block with a tile of the
  /// second factor.
  static bool suitsWarpgroups(const Plan &plan) {
    return plan.tile.rows % Descriptors::productRows == 0 &&
           Descriptors::canRead(plan.panels[1]);
  }

  /// Of the second factor of `plan`.
  TileProduct(Code &code, const Plan &plan, Value lane, Value shared,
              bool byWarpgroups);

  /// Adds to `sums`, by 8 columns, row and column of two. `rowsOf`: 16 elements
  /// in depth; `stage`: of the columns, in bytes.
  void add(Code &code, llvm::function_ref<Fragment(int64_t slice)> rowsOf,
           Value stage, MutableArrayRef<Value> sums) const;

private:
  void addByWarpgroup(Code &code, ArrayRef<Fragment> rows, Value stage,
                      MutableArrayRef<Value> sums) const;
  Value multiply(Code &code, ArrayRef<Value> rows, Value columns,
                 ArrayRef<Value> sums) const;

  const Plan &plan;
  std::optional<FragmentReader> reader;
  std::optional<Descriptors> descriptors;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_ATTENTION_TILEPRODUCT_H
