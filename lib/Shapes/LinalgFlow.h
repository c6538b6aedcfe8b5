// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Padding propagation for linalg, whose indexing maps define the effect of an
// op on each dimension.
#ifndef LIB_SHAPES_LINALGFLOW_H
#define LIB_SHAPES_LINALGFLOW_H

#include "lib/Shapes/DimFlow.h"

namespace mlir::amp::shapes {

bool isLinalg(Operation *op);

/// Returns true if the indexing maps of `op` are projected permutations and its
/// body is pure arithmetic, so that loops may run over padding.
bool runsAlongDims(Operation *op);

/// Appends the dimensions whose loops index the result. None for a contraction,
/// which Contraction describes.
void findLinalgSteps(StepFinder::Steps &steps, Operation *op);

/// Counterparts of findNeutral and reducesDim.
TypedAttr findLinalgNeutral(Operation *op);
bool reducesLinalgDim(Operation *op, int64_t dim);

/// Emit a padded value, a leading slice, a value masked from index `size` on,
/// and a fill of the shape of `outs`.
Value padTensor(OpBuilder &builder, Value value, RankedTensorType type,
                TypedAttr number);
Value cutTensor(OpBuilder &builder, Value value, RankedTensorType type);
Value maskTensor(OpBuilder &builder, Value value, int64_t dim, int64_t size,
                 TypedAttr behind);
Value fillTensor(OpBuilder &builder, Operation *fill, Value outs);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_LINALGFLOW_H
