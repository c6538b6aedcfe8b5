// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Analyses of host code for its partition into kernels.
#ifndef LIB_LOWERING_GPU_UNITS_UNITS_H
#define LIB_LOWERING_GPU_UNITS_UNITS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::lowering {

/// Kind of a unit: contraction, reduction, elementwise, attention or serial.
inline constexpr llvm::StringLiteral unitAttrName = "amp.unit";

/// Returns the buffer of which `memref` is a view.
Value bufferOf(Value memref);

/// Returns true for a memref of static shape and identity layout.
bool isPlain(Type memref);

/// Returns true if `op` is control flow over scalars only. One kernel executes
/// all of it, or the host does.
bool isScalarNest(Operation *op);

/// Returns the buffers of scalars that `op` uses and that are loaded outside of
/// it. A unit loads them before all other ops.
llvm::SmallPtrSet<Value, 8> loadedFor(Operation *op);

/// Buffers that an op and its nested ops read and write, including those of
/// scalars that are loaded for it.
struct Effects {
  llvm::SmallPtrSet<Value, 8> reads, writes;
};
Effects effectsOf(Operation *op);

/// Returns true if ops with these effects cannot be reordered.
bool conflict(const Effects &a, const Effects &b);

/// Gives `ops` temporaries in place of buffers whose contents no other op
/// reads. Kernels do not store temporaries.
void privatizeBuffers(ArrayRef<Operation *> ops);

/// Returns the fusion groups of `block`, and moves the ops of each together.
SmallVector<SmallVector<Operation *>> groupUnits(Block &block);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITS_H
