// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TENSORCORE_ASSEMBLY_H
#define LIB_LOWERING_GPU_TENSORCORE_ASSEMBLY_H

#include "lib/Lowering/Gpu/TensorCore/Code.h"

namespace mlir::amp::lowering {

/// Emits inline assembly with side effects; its results are a struct.
Value emitAssembly(Code &code, StringRef text, StringRef constraints,
                   ArrayRef<Value> operands, ArrayRef<Type> results);

/// Returns the constraints of results in registers and operands in the same,
/// with a comma behind the last.
std::string constraintsOf(ArrayRef<Value> values);

/// Emits an instruction, or none, that stays behind what computes `values`, and
/// before what reads them from here on: LLVM does not know that it orders
/// registers.
void pin(Code &code, StringRef instruction, MutableArrayRef<Value> values);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_ASSEMBLY_H
