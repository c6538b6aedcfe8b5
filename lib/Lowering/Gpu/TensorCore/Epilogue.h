// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_EPILOGUE_H
#define LIB_LOWERING_GPU_TENSORCORE_EPILOGUE_H

#include "lib/Lowering/Gpu/TensorCore/MainLoop.h"

namespace mlir::amp::lowering {

/// Emits the epilogue for each element of the block. `bases`: by access, the
/// address at row and column 0 of the batch. `scalars`: maps values of the
/// fusion group to those of the kernel. `alignments`: in bytes, by argument.
/// `shared`: shared memory of the block, whose stages have no readers any more.
void emitEpilogue(Code &code, const Plan &plan, const Sums &sums, Place block,
                  ArrayRef<Value> bases, ArrayRef<int64_t> alignments,
                  const IRMapping &scalars, Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_EPILOGUE_H
