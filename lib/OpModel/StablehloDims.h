// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal dimensions of gather and scatter, of any StableHLO dialect.
#ifndef LIB_OPMODEL_INDEXINGDIMS_H
#define LIB_OPMODEL_INDEXINGDIMS_H

#include "amp/ModelOp.h"

namespace mlir::amp {

/// Equal dimensions of a gather: operand 0 is the data, operand 1 the indices.
/// An op with absent or invalid dimension numbers has none.
struct GatherDims : SharedDimsOp::FallbackModel<GatherDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Equal dimensions of a scatter with N inputs: operands are N inputs, the
/// indices, and N updates. An op with absent or invalid dimension numbers has
/// none.
struct ScatterDims : SharedDimsOp::FallbackModel<ScatterDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

} // namespace mlir::amp

#endif // LIB_OPMODEL_INDEXINGDIMS_H
