// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reductions of the epilogue's values over rows and columns, while these are in
// registers. Each thread reduces its own elements. Then the threads of a block
// combine their results in a fixed order and write a partial sum; those of a
// warp do so if the rows of a block belong to several results.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H

#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

class Totals {
public:
  /// `block` and `first`: the first elements of the block and of the thread;
  /// `shared`: shared memory of the block.
  Totals(Code &code, const Plan &plan, const Place &block, const Place &first,
         ArrayRef<Value> bases, Value shared);

  /// Adds the element at an offset from the thread's first one. `arguments`:
  /// the inputs of each reduction there; `values`: the values that its body
  /// captures.
  void add(int64_t row, int64_t column, ArrayRef<SmallVector<Value>> arguments,
           ArrayRef<IRMapping> values);
  /// Returns the accumulators of the elements in one row, at these columns.
  SmallVector<Value *> at(int64_t row, int64_t column, int64_t columns);
  /// Returns the accumulators that all rows of a thread share.
  SmallVector<Value *> carried();
  /// Begins the reductions over the columns of these rows.
  void beginRows(ArrayRef<Run> runs);
  /// Stores the reductions over the columns of these rows.
  void storeRows();
  /// Stores the partial sums of the other reductions.
  void store();

private:
  struct Sum {
    const Total &total;
    bool overRows, overColumns;
    int64_t rows, columns; // of a tile, summed into one partial sum
    Value neutral;
    /// Accumulators by the row and column that are not reduced. Rows are
    /// relative to the thread's first row; columns to its first column, or to
    /// the tile if columns are reduced.
    llvm::MapVector<std::pair<int64_t, int64_t>, Value> values;

    std::pair<int64_t, int64_t> key(int64_t row, int64_t column) const;
    Operation *combiner() const;
  };

  void meet(Sum &sum, int64_t from, int64_t to);
  Value partOf(const Sum &sum, Place place);
  void storeOne(const Sum &sum, Place place, Value value);
  bool meetsInBlock(const Sum &sum) const;
  int64_t valuesOfWarp(const Sum &sum) const;
  Value addressInWarp(const Sum &sum, Value warp, Value place);
  Value beginOwn(const Sum &sum);
  void storeInBlock(Sum &sum);
  void addWarps(Sum &sum);
  void storeWarp(Sum &sum);

  Code &code;
  const Plan &plan;
  ElementLayout layout;
  const Place &block, &first;
  ArrayRef<Value> bases;
  Value shared, thread;
  SmallVector<Sum, 0> all;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H
