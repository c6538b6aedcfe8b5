// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITEFFECTS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITEFFECTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::amp::lowering {

/// The buffers that an op reads and writes.
struct BufferEffects {
  llvm::SmallPtrSet<Value, 8> reads, writes;

  bool conflictsWith(const BufferEffects &other) const;
};

/// Analysis of the reads and writes of fusion groups on their arguments.
class UnitEffects {
public:
  explicit UnitEffects(SymbolTable &symbols) : symbols(symbols) {}

  BufferEffects of(Operation *op);

private:
  struct Argument {
    bool isRead = false, isWritten = false;
  };
  ArrayRef<Argument> argumentsOf(func::FuncOp unit);
  static Argument usesOf(Value value);

  SymbolTable &symbols;
  llvm::DenseMap<Operation *, SmallVector<Argument>> known;
};

/// Returns the buffer that `memref` is, or is a view of.
Value wholeOf(Value memref);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_UNITEFFECTS_H
