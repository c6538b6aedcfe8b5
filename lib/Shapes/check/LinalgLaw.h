// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_LINALGLAW_H
#define LIB_SHAPES_CHECK_LINALGLAW_H

#include "lib/Shapes/check/Tails.h"

namespace mlir::amp::shapes {

/// A mask: an op that yields its operand before an end, as Tails::findMask.
std::optional<Mask> findLinalgMask(Operation *op);

/// Of two ops of linalg that differ in sizes: loops that make the result may be
/// longer, and one that sums products where both are zero there. None for ops
/// that are not of linalg.
std::optional<LogicalResult> checkLinalg(Operation *given, Operation *longer,
                                         Tails &tails);

/// Returns true if an op of tensor returns the front of its operand.
bool keepsFrontOfTensor(Operation *op);

/// Returns the value that a tensor.pad writes behind the end; null if it writes
/// in front as well, or if the value is unknown.
Attribute findPadded(Operation *pad);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_LINALGLAW_H
