// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared dimensions of the operands and results of an op, in any StableHLO
// dialect.
#ifndef LIB_OPMODEL_STABLEHLODIMS_H
#define LIB_OPMODEL_STABLEHLODIMS_H

#include "amp/ModelOp.h"

namespace mlir::amp {

/// Shared dimensions of a dot_general: operand 0 is lhs, operand 1 rhs.
struct DotGeneralDims : SharedDimsOp::FallbackModel<DotGeneralDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Shared dimensions of a convolution. Spatial dimensions are excluded, because
/// a window changes their size.
struct ConvolutionDims : SharedDimsOp::FallbackModel<ConvolutionDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Shared dimensions of a gather: operand 0 is the data, operand 1 the indices.
/// Empty for absent or invalid dimension numbers.
struct GatherDims : SharedDimsOp::FallbackModel<GatherDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Shared dimensions of a scatter with N inputs: the operands are N inputs, the
/// indices, and N updates. Empty for absent or invalid dimension numbers.
struct ScatterDims : SharedDimsOp::FallbackModel<ScatterDims> {
  SmallVector<SharedDim> getSharedDims(Operation *op) const;
};

/// Returns the group count of a convolution, from the attribute `name`; 1 if
/// absent.
int64_t groupsOf(Operation *conv, StringRef name);

} // namespace mlir::amp

#endif // LIB_OPMODEL_STABLEHLODIMS_H
