// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_CAPTURES_H
#define LIB_LOWERING_GPU_UNITS_CAPTURES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::lowering {

/// Captures of a fusion group: kernel arguments, and ops cloned into the
/// kernel.
struct Captures {
  SetVector<Value> arguments;
  SetVector<Operation *> clones; // in order
};

/// Returns the captures of the fusion group `ops`, whose temporaries are
/// `locals`.
Captures capturesOf(ArrayRef<Operation *> ops, ArrayRef<Operation *> locals);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_CAPTURES_H
