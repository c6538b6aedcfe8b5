// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_UPDATESCALE_H
#define LIB_LOWERING_UPDATESCALE_H

#include "dialects/amp/IR/AmpTraining.h"
#include "lib/OpModel/GraphBuilder.h"

namespace mlir::amp::lowering {

/// Emits the update of the loss scale. Returns the new states, in the order of
/// the old ones.
SmallVector<Value> buildUpdate(GraphBuilder &build, UpdateScaleOp update);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_UPDATESCALE_H
