// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where the elements lie that neighbouring points read and write.
#ifndef LIB_LOWERING_GPU_STEPS_H
#define LIB_LOWERING_GPU_STEPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::amp::lowering {

/// How far one step of each loop moves in a memref, in elements, then the place
/// of the first point. None where that is not the same everywhere, or where a
/// step in `inner` does not stay in the last dim of a memref with gaps.
std::optional<SmallVector<int64_t>> stepsOf(MemRefType type, AffineMap map,
                                            unsigned inner);

/// Whether an operand with these steps lies in memory as its points are
/// numbered.
bool followsPoints(ArrayRef<int64_t> steps, ArrayRef<int64_t> sizes);

/// Of `width` elements, those in 16 bytes; 1 for what does not lie in memory as
/// in registers.
int64_t elementsAtOnce(Type type, int64_t width);

/// As many neighbours in dim `inner` as lie in 16 bytes of the smallest operand
/// that is walked element by element.
int64_t widestVectors(ArrayRef<Operation *> ops, unsigned inner);

/// How many of at most `width` neighbours a thread can compute with aligned
/// vectors of them, wherever they lie together.
int64_t vectorWidth(ArrayRef<Operation *> ops, unsigned inner, int64_t width);

/// Whether `load` in the body of `op` reads neighbours for `width` neighbours
/// in `inner`, aligned: rows of a table, say.
bool readsNeighbours(memref::LoadOp load, linalg::GenericOp op, unsigned inner,
                     int64_t width);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_STEPS_H
