// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over rows and columns of what the epilogue makes, while it is in
// registers: each thread sums its own, then the threads of a block, or of a
// warp where a block's sums belong to several places, put theirs together in a
// fixed order, and leave their part in memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H

#include "lib/Lowering/Gpu/TensorCore/ElementAccess.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

class Totals {
public:
  /// `block` and `first`: the first elements of the block and of the thread;
  /// `shared`: memory of the block.
  Totals(Code &code, const Plan &plan, const Place &block, const Place &first,
         ArrayRef<Value> bases, Value shared);

  /// Takes in the element that is so far from the thread's first one;
  /// `arguments`: what each total reads there; `values`: what its body
  /// captures.
  void add(int64_t row, int64_t column, ArrayRef<SmallVector<Value>> arguments,
           ArrayRef<IRMapping> values);
  /// Returns the accumulators of the elements in one row, at these columns.
  SmallVector<Value *> at(int64_t row, int64_t column, int64_t columns);
  /// Returns the accumulators that all rows of a thread share.
  SmallVector<Value *> carried();
  /// Begins sums over the columns of these rows.
  void beginRows(ArrayRef<Run> runs);
  /// Leaves them in memory.
  void storeRows();
  /// Leaves the parts of the other sums in memory.
  void store();

private:
  struct Sum {
    const Total &total;
    bool overRows, overColumns;
    int64_t rows, columns; // of elements that are summed to one place
    Value neutral;
    /// By what is not summed, from the thread's first row, or the tile's first
    /// one, and so of columns.
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
