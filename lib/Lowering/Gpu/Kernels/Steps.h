// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strides and vector widths of the elements that adjacent points access.
#ifndef LIB_LOWERING_GPU_KERNELS_STEPS_H
#define LIB_LOWERING_GPU_KERNELS_STEPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp::lowering {

/// Returns the stride of each loop in a memref, in elements, then the offset of
/// the first point. None if they are not constant, or if a step in `inner`
/// leaves the last dimension of a non-contiguous memref.
std::optional<SmallVector<int64_t>> stepsOf(MemRefType type, AffineMap map,
                                            unsigned inner);

/// Returns true if an operand with these strides is contiguous in the order of
/// its points.
bool followsPoints(ArrayRef<int64_t> steps, ArrayRef<int64_t> sizes);

/// Returns the number of elements, at most `width`, in 16 bytes; 1 for types
/// whose layouts in memory and registers differ.
int64_t elementsAtOnce(Type type, int64_t width);

/// Returns the number of adjacent points in `inner` that fill 16 bytes of the
/// contiguous operand with the smallest elements.
int64_t widestVectors(ArrayRef<Operation *> ops, unsigned inner);

/// Returns the largest number, at most `width`, of adjacent points whose
/// contiguous operands are aligned vectors.
int64_t vectorWidth(ArrayRef<Operation *> ops, unsigned inner, int64_t width);

/// Returns true if `load` in the body of `op` reads adjacent and aligned
/// elements for `width` adjacent points in `inner`: rows of a table, for
/// example.
bool readsNeighbours(memref::LoadOp load, linalg::GenericOp op, unsigned inner,
                     int64_t width);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_STEPS_H
