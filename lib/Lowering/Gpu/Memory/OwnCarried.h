// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H
#define LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp::lowering {

/// A buffer in plain order for what is carried as `carried`.
Value allocateOwn(Type carried, OpBuilder &builder, Location loc);

/// `buffer` with the type that its users expect.
Value viewAs(Type type, Value buffer, OpBuilder &builder, Location loc);

/// Each value's buffer, which holds `inits` when `loop` starts; null for what
/// is no memref.
SmallVector<Value> ownBuffers(ValueRange inits, Operation *loop,
                              OpBuilder &builder);

/// Copies `values` to `buffers` as if all at once.
void writeBack(ValueRange values, ArrayRef<Value> buffers, OpBuilder &builder,
               Location loc);

/// Replaces a loop that makes new buffers of what it carries by one whose turns
/// come in pairs. False, and nothing is changed, where it makes none, or where
/// nobody knows how often it runs.
bool alternate(scf::ForOp loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H
