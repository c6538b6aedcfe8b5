// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_CAPTURES_H
#define LIB_LOWERING_GPU_UNITS_CAPTURES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::lowering {

/// Values that a fusion group captures, and the ops that move with it.
struct Captures {
  SetVector<Value> arguments;
  SetVector<Operation *> clones; // in order
};

/// Captures of the fusion group `ops`, whose temporaries are `locals`.
Captures capturesOf(ArrayRef<Operation *> ops, ArrayRef<Operation *> locals);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_CAPTURES_H
