// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Models of gather and scatter of a StableHLO dialect that amp does not
// declare.
#ifndef LIB_OPMODEL_PLACEDIMSBYNAME_H
#define LIB_OPMODEL_PLACEDIMSBYNAME_H

#include "amp/ModelOp.h"

namespace mlir::amp {

/// Equal dimensions of a gather: operand 0 is the data, operand 1 the indices.
/// An op with absent or invalid dimension numbers has none.
struct GatherDimsByName : SharedDimsOp::FallbackModel<GatherDimsByName> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Equal dimensions of a scatter with N inputs: operands are N inputs, the
/// indices, and N updates. An op with absent or invalid dimension numbers has
/// none.
struct ScatterDimsByName : SharedDimsOp::FallbackModel<ScatterDimsByName> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

} // namespace mlir::amp

#endif // LIB_OPMODEL_PLACEDIMSBYNAME_H
