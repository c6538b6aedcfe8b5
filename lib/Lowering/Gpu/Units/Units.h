// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Facts about host code while it is split into kernels.
#ifndef LIB_LOWERING_GPU_UNITS_UNITS_H
#define LIB_LOWERING_GPU_UNITS_UNITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::lowering {

/// On a function: contraction, reduction, elementwise or serial.
inline constexpr llvm::StringLiteral unitAttrName = "amp.unit";

/// The buffer that `memref` is a part of.
Value bufferOf(Value memref);

/// Static shape, elements in plain order from the start of the buffer.
bool isPlain(Type memref);

/// Loops and branches over scalars: one kernel, or none of its parts is.
bool isScalarNest(Operation *op);

/// The buffers of scalars that `op` needs and that are loaded outside of it: a
/// unit loads them before all that it does.
llvm::SmallPtrSet<Value, 8> loadedFor(Operation *op);

/// The buffers that `op` and what is in it read and write, and those of
/// scalars that are loaded for it.
struct Effects {
  llvm::SmallPtrSet<Value, 8> reads, writes;
};
Effects effectsOf(Operation *op);

/// Returns true if the order of the two matters.
bool conflict(const Effects &a, const Effects &b);

/// Replaces buffers that only `ops` use by temporaries of their own, which no
/// kernel stores.
void forgetResults(ArrayRef<Operation *> ops);

/// Runs of ops of `block` that one kernel each can do, moved together.
SmallVector<SmallVector<Operation *>> groupUnits(Block &block);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITS_H
