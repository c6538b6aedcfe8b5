// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops whose loops iterate over the same rows: softmax, norms, losses and
// adjacent elementwise ops, recognized by their loops alone.
#ifndef LIB_LOWERING_GPU_KERNELS_ROWS_H
#define LIB_LOWERING_GPU_KERNELS_ROWS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Iteration space of rows: the sizes of all loops but the innermost, and that
/// of the innermost.
struct Rows {
  SmallVector<int64_t> outer;
  int64_t length = 0;

  int64_t count() const;
};

/// Work of an op on rows: on each element, a reduction of each row to one
/// value, a reduction of many rows to one value per column, or once per row.
enum class RowPart { Elements, Sums, Columns, Whole };

/// Returns true if `op` computes partial sums of columns: it reduces the last
/// of the outer loops, and its result has one partial sum per run of rows.
bool sumsColumns(linalg::GenericOp op);

/// Returns the work of `op` on `rows`; none if it has another form.
std::optional<RowPart> partOf(Operation *op, const Rows &rows);

/// Returns the rows that `ops` iterate over, in this order, if some op reduces
/// rows and no row depends on another one. Threads that share a row can then
/// execute all ops.
std::optional<Rows> rowsOf(ArrayRef<Operation *> ops);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWS_H
