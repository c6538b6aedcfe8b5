// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation for row kernels.
#ifndef LIB_LOWERING_GPU_KERNELS_ROWCODE_H
#define LIB_LOWERING_GPU_KERNELS_ROWCODE_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/RowShape.h"

namespace mlir::amp::lowering {

/// Adjacent elements of a row that one thread has, with their known and loaded
/// values.
struct RowChunk {
  Point point;
  int64_t width = 1;
  Value isIn; // null: always true
  llvm::DenseMap<Value, SmallVector<Value>> known;
  llvm::DenseMap<std::pair<Value, AffineMap>, SmallVector<Value>> loaded;
};

/// Builder of the code of one thread for its row.
class RowCode {
public:
  RowCode(ArrayRef<Operation *> ops, KernelCode &code)
      : ops(ops), code(code), b(code.b), rows(*rowsOf(ops)),
        how(rowShapeOf(ops, rows)) {}

  /// Emits the index of the thread's row. A block executes `how.steps` groups
  /// of rows, of which `step` selects one.
  void findRow(Value step = nullptr);
  /// Returns the chunk at element `position` of the vectorized elements, or of
  /// the others.
  RowChunk chunkAt(Value position, bool inVectors, bool mayBeOut);

  /// Loads the operands of the row and of its chunks before any computation, so
  /// that memory latency occurs once. Operands that all rows share are loaded
  /// later, as caches have them.
  void loadAll(MutableArrayRef<RowChunk> chunks);
  void computeWhole(Operation *op);
  void computeElements(Operation *op, RowChunk &chunk);
  SmallVector<Value> neutralOf(linalg::GenericOp op);
  SmallVector<Value> addTo(SmallVector<Value> sums, linalg::GenericOp op,
                           RowChunk &chunk);
  /// Allocates shared memory for the column sums of each thread.
  void beginColumns(linalg::GenericOp op);
  /// Adds the elements of chunk `number` to the thread's column sums.
  void addToColumns(linalg::GenericOp op, RowChunk &chunk, int64_t number);
  /// Sums the columns over a block's rows and stores these partial sums.
  void storeColumns(linalg::GenericOp op, MutableArrayRef<RowChunk> chunks);
  /// Combines the partial results of all lanes with the initial values.
  void finishSums(linalg::GenericOp op, ArrayRef<Value> sums);

  void storeElements(RowChunk &chunk);
  /// Stores the per-row values, after all threads have read.
  void storeWhole();

  ArrayRef<Operation *> ops;
  KernelCode &code;
  ImplicitLocOpBuilder &b;
  Rows rows;
  RowShape how;
  Value lane;
  llvm::DenseMap<Value, Value> known; // per-row values so far
  llvm::DenseMap<Operation *, SmallVector<Value>> results; // per-row, by op
  llvm::DenseMap<Operation *, Value> columns; // column sums, in shared memory
  Operation *around = nullptr; // the loop over elements being emitted

private:
  Value placeOf(int64_t sum, int64_t group);
  Value wholeOf(Value memref, AffineMap map);
  SmallVector<Value> load(Value memref, AffineMap map, RowChunk &chunk);
  SmallVector<Value> read(OpOperand &operand, RowChunk &chunk);
  SetVector<Value> written(bool perElement);

  Value isRow; // null: always true
  Value head;  // elements of the row before the first vector; null: none
  Point row;   // point of the loops over rows
  llvm::DenseMap<std::pair<Value, AffineMap>, Value> loaded; // per-row values
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWCODE_H
