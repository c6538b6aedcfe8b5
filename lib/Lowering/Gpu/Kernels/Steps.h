// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses of the elements that neighbouring points read and write.
#ifndef LIB_LOWERING_GPU_KERNELS_STEPS_H
#define LIB_LOWERING_GPU_KERNELS_STEPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp::lowering {

/// Returns the stride of each loop in a memref, in elements, then the offset of
/// the first point. None if they are not constant, or if a step in `inner`
/// leaves the last dimension of a memref with gaps.
std::optional<SmallVector<int64_t>> stepsOf(MemRefType type, AffineMap map,
                                            unsigned inner);

/// Returns true if an operand with these steps lies in memory in the order of
/// its points.
bool followsPoints(ArrayRef<int64_t> steps, ArrayRef<int64_t> sizes);

/// Of `width` elements, those in 16 bytes; 1 for what does not lie in memory as
/// in registers.
int64_t elementsAtOnce(Type type, int64_t width);

/// As many neighbours in dim `inner` as lie in 16 bytes of the smallest operand
/// that is walked element by element.
int64_t widestVectors(ArrayRef<Operation *> ops, unsigned inner);

/// Returns the number, at most `width`, of neighbours that a thread can compute
/// with aligned vectors, wherever they are adjacent.
int64_t vectorWidth(ArrayRef<Operation *> ops, unsigned inner, int64_t width);

/// Returns true if `load` in the body of `op` reads neighbours for `width`
/// neighbours in `inner`, aligned: rows of a table, for example.
bool readsNeighbours(memref::LoadOp load, linalg::GenericOp op, unsigned inner,
                     int64_t width);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_KERNELS_STEPS_H
