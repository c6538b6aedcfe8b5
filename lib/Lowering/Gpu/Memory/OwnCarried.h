// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H
#define LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::amp::lowering {

/// Allocates a buffer of the identity layout for a value of the type `carried`.
Value allocateOwn(Type carried, OpBuilder &builder, Location loc);

/// Casts `buffer` to `type`, unless it has this type.
Value viewAs(Type type, Value buffer, OpBuilder &builder, Location loc);

/// Returns a buffer for each of `inits`, which holds its value when `loop`
/// starts; null for values that are not memrefs.
SmallVector<Value> ownBuffers(ValueRange inits, Operation *loop,
                              OpBuilder &builder);

/// Copies `values` to `buffers` as one parallel assignment.
void writeBack(ValueRange values, ArrayRef<Value> buffers, OpBuilder &builder,
               Location loc);

/// Replaces a loop that allocates buffers for carried values by a
/// double-buffered loop of half the iterations. Returns false, without a
/// change, if the loop allocates none or its trip count is not constant.
bool alternate(scf::ForOp loop);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_MEMORY_OWNCARRIED_H
