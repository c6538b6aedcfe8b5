// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that the scale has to get into are put where they are called.
#ifndef LIB_SCALING_INLINE_H
#define LIB_SCALING_INLINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// Puts the function that `call` (or a composite) runs in its place. Refuses
/// one that has more than a block, or none.
LogicalResult inlineCall(Operation *call, FunctionOpInterface callee);

/// Inlines calls of functions with marks in them, directly or not, until
/// `function` holds all its marks itself. Refuses one that is called itself.
LogicalResult inlineMarkedCalls(FunctionOpInterface function);

/// Inlines every call in `function` of a function with one block, also where
/// it stands in a loop. What calls itself stays, from some turn on.
void inlineAllCalls(FunctionOpInterface function);

} // namespace mlir::amp

#endif // LIB_SCALING_INLINE_H
