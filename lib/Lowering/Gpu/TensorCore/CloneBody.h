// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H
#define LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"

namespace mlir::amp::lowering {

/// The body of a linalg op for one element: `arguments` are its block's. Each
/// op on f16 and bf16 computes in f32 and rounds once, as on the CPU. `known`
/// maps what the body takes from the function, and results of ops in it that
/// are not computed again.
SmallVector<Value> cloneBody(Code &code, Block &body, ArrayRef<Value> arguments,
                             IRMapping known);

/// The body for each of one or two elements, whose arguments and known values
/// are given. Of two, sums, differences and products of f16 and bf16 are one
/// op on vectors, for which chips have one instruction.
SmallVector<SmallVector<Value>>
cloneBodies(Code &code, Block &body, ArrayRef<SmallVector<Value>> arguments,
            ArrayRef<IRMapping> known);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H
