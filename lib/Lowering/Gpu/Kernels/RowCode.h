// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Code generation for kernels of rows.
#ifndef LIB_LOWERING_GPU_KERNELS_ROWCODE_H
#define LIB_LOWERING_GPU_KERNELS_ROWCODE_H

#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/RowShape.h"

namespace mlir::amp::lowering {

/// Neighbours of a row that a thread has, and what it knows of them.
struct RowChunk {
  Point point;
  int64_t width = 1;
  Value isIn; // null: always
  llvm::DenseMap<Value, SmallVector<Value>> known;
  llvm::DenseMap<std::pair<Value, AffineMap>, SmallVector<Value>> loaded;
};

/// A thread's view of its row.
class RowCode {
public:
  RowCode(ArrayRef<Operation *> ops, KernelCode &code)
      : ops(ops), code(code), b(code.b), rows(*rowsOf(ops)),
        how(rowShapeOf(ops, rows)) {}

  /// Of the rows of a block, those of number `step`.
  void findRow(Value step = nullptr);
  /// At element number `position` of those in vectors, or of the others.
  RowChunk chunkAt(Value position, bool inVectors, bool mayBeOut);

  /// Loads what the ops read of the row and of its chunks, all at once, so that
  /// memory's latency is paid once; but not what caches have, as all rows read
  /// it.
  void loadAll(MutableArrayRef<RowChunk> chunks);
  void computeWhole(Operation *op);
  void computeElements(Operation *op, RowChunk &chunk);
  SmallVector<Value> neutralOf(linalg::GenericOp op);
  SmallVector<Value> addTo(SmallVector<Value> sums, linalg::GenericOp op,
                           RowChunk &chunk);
  /// Allocates shared memory for the sums of columns that each thread has.
  void beginColumns(linalg::GenericOp op);
  /// Adds the elements of chunk number `number` to the thread's sums.
  void addToColumns(linalg::GenericOp op, RowChunk &chunk, int64_t number);
  /// Stores the sums of a block's rows as its part.
  void storeColumns(linalg::GenericOp op, MutableArrayRef<RowChunk> chunks);
  /// The parts of all lanes, upon what was there before.
  void finishSums(linalg::GenericOp op, ArrayRef<Value> sums);

  void storeElements(RowChunk &chunk);
  /// Stores the values of which each row has one, after all threads have read.
  void storeWhole();

  ArrayRef<Operation *> ops;
  KernelCode &code;
  ImplicitLocOpBuilder &b;
  Rows rows;
  RowShape how;
  Value lane;
  llvm::DenseMap<Value, Value> known;                      // of the row, by now
  llvm::DenseMap<Operation *, SmallVector<Value>> results; // of the row
  llvm::DenseMap<Operation *, Value> columns; // sums of the threads
  Operation *around = nullptr; // the loop over elements that is being written

private:
  Value placeOf(int64_t sum, int64_t group);
  Value wholeOf(Value memref, AffineMap map);
  SmallVector<Value> load(Value memref, AffineMap map, RowChunk &chunk);
  SmallVector<Value> read(OpOperand &operand, RowChunk &chunk);
  SetVector<Value> written(bool perElement);

  Value isRow; // null: always
  Value head;  // elements of the row before the first vector; null: none
  Point row;   // of loops over rows
  llvm::DenseMap<std::pair<Value, AffineMap>, Value> loaded; // of the row
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_ROWCODE_H
