// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops whose loops walk the same rows: softmax, norms, losses and what stands
// around them, by their loops alone.
#ifndef LIB_LOWERING_GPU_KERNELS_ROWS_H
#define LIB_LOWERING_GPU_KERNELS_ROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// An iteration space: all loops but the innermost, and the innermost.
struct Rows {
  SmallVector<int64_t> outer;
  int64_t length = 0;

  int64_t count() const;
};

/// Work of an op on rows: for each element, from each element into one value of
/// the row, from the elements of many rows into one value of each column, or
/// once for each row.
enum class RowPart { Elements, Sums, Columns, Whole };

/// Returns true if `op` leaves parts of sums over columns: it reduces the last
/// of the outer loops, and the result has one part for each run of rows.
bool sumsColumns(linalg::GenericOp op);

/// Returns the work of `op` on `rows`; none if it has another one.
std::optional<RowPart> partOf(Operation *op, const Rows &rows);

/// The rows that `ops`, in this order, are about, if some sum over them, and if
/// no row needs what another one writes: threads that share a row can do all of
/// it.
std::optional<Rows> rowsOf(ArrayRef<Operation *> ops);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWS_H
