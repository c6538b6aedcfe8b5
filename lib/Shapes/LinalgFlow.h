// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same on linalg, whose ops tell by their maps what they do with a
// dimension.
#ifndef LIB_SHAPES_LINALGFLOW_H
#define LIB_SHAPES_LINALGFLOW_H

#include "lib/Shapes/DimFlow.h"

namespace mlir::amp::shapes {

bool isLinalg(Operation *op);

/// Returns true if each loop of `op` runs along whole dimensions, and its body
/// only computes numbers, so that it may run further.
bool runsAlongDims(Operation *op);

/// Dimensions whose loops the result has. None of a contraction: products say
/// more.
void findLinalgSteps(StepFinder::Steps &steps, Operation *op);

/// As findNeutral and reducesDim, of StableHLO.
TypedAttr findLinalgNeutral(Operation *op);
bool reducesLinalgDim(Operation *op, int64_t dim);

/// A value with this padding, the front of one, one with something else behind
/// an end; and a fill of this type.
Value padTensor(OpBuilder &builder, Value value, RankedTensorType type,
                TypedAttr number);
Value cutTensor(OpBuilder &builder, Value value, RankedTensorType type);
Value maskTensor(OpBuilder &builder, Value value, int64_t dim, int64_t size,
                 TypedAttr behind);
Value fillTensor(OpBuilder &builder, Operation *fill, Value outs);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_LINALGFLOW_H
