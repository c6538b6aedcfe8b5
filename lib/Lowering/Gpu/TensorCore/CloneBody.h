// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H
#define LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"

namespace mlir::amp::lowering {

/// Clones the body of a linalg op for one element; `arguments` replace its
/// block arguments. Ops on f16 and bf16 compute in f32 and round once, as on
/// the CPU. `known` maps values that the body captures, and results of its ops
/// that need no clone.
SmallVector<Value> cloneBody(Code &code, Block &body, ArrayRef<Value> arguments,
                             IRMapping known);

/// Clones the body for each of one or two elements, with their arguments and
/// known values. For two elements, add, sub and mul of f16 and bf16 become one
/// vector op, which is one instruction of the GPU.
SmallVector<SmallVector<Value>>
cloneBodies(Code &code, Block &body, ArrayRef<SmallVector<Value>> arguments,
            ArrayRef<IRMapping> known);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_CLONEBODY_H
