// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_LINALGRULE_H
#define LIB_SHAPES_CHECK_LINALGRULE_H

#include "lib/Shapes/check/PaddingValues.h"

namespace mlir::amp::shapes {

/// Matches a linalg mask, as PaddingValues::findMask does for StableHLO.
std::optional<Mask> findLinalgMask(Operation *op);

/// Checks two linalg ops that differ in sizes only. Parallel loops may be
/// longer. A reduction loop of a contraction may be longer if both operands
/// have zero padding. None for ops of other dialects.
std::optional<LogicalResult> checkLinalg(Operation *given, Operation *longer,
                                         PaddingValues &padding);

/// Returns true if `op` is a tensor op that returns a leading slice.
bool keepsFrontOfTensor(Operation *op);

/// Returns the value of a tensor.pad with high padding only; null for low
/// padding or an unknown value.
Attribute findPadded(Operation *pad);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_LINALGRULE_H
