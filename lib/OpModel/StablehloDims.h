// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Equal dimensions of the operands and results of an op, in any StableHLO
// dialect.
#ifndef LIB_OPMODEL_STABLEHLODIMS_H
#define LIB_OPMODEL_STABLEHLODIMS_H

#include "amp/ModelOp.h"

namespace mlir::amp {

/// Equal dimensions of a dot_general: operand 0 is lhs, operand 1 rhs.
struct DotGeneralDims : SharedDimsOp::FallbackModel<DotGeneralDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Equal dimensions of a convolution. Spatial dimensions are not: a window
/// changes their size.
struct ConvolutionDims : SharedDimsOp::FallbackModel<ConvolutionDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

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

/// Number of groups of a convolution by the attribute `name`; 1 if it is
/// absent.
int64_t groupsOf(Operation *conv, StringRef name);

} // namespace mlir::amp

#endif // LIB_OPMODEL_STABLEHLODIMS_H
