// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums over rows and columns of what the epilogue makes, while it is in
// registers: each thread sums its own, the threads of a warp put theirs
// together in a fixed order, and the warp leaves its part in memory.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H

#include "lib/Lowering/Gpu/TensorCore/MainLoop.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

class Totals {
public:
  Totals(Code &code, const Plan &plan, const Sums &sums, ArrayRef<Value> bases,
         const IRMapping &scalars);

  /// Takes in the element that is so far from the thread's first one;
  /// `arguments`: what each total reads there.
  void add(int64_t row, int64_t column, ArrayRef<SmallVector<Value>> arguments);
  /// Returns the accumulators of the elements in one row, at these columns.
  SmallVector<Value *> at(int64_t row, int64_t column, int64_t columns);
  /// Leaves the warp's parts in memory.
  void store();

private:
  struct Sum {
    const Total &total;
    bool overRows, overColumns;
    llvm::MapVector<int64_t, Value> values; // by row or column

    int64_t key(int64_t row, int64_t column) const;
  };

  void meet(Sum &sum);
  Value partOf(const Sum &sum);
  Value isMine(const Sum &sum);
  Value isInside(const Sum &sum, int64_t key);
  void storeOne(const Sum &sum, Value part, int64_t key, Value value);

  Code &code;
  const Plan &plan;
  const Sums &sums;
  ArrayRef<Value> bases;
  const IRMapping &scalars;
  SmallVector<Sum, 0> all;
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALS_H
