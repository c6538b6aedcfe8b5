// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_CHECKALIGNMENT_H
#define LIB_SHAPES_CHECK_CHECKALIGNMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::shapes {

/// Succeeds if `padded` equals `given` except for padding. Without the ops
/// marked amp.unpadded it is the same program, each value starts with its
/// original elements, and padding influences no original element. Emits errors
/// for differences. The check shares the op model and lib/Dims/sizes with the
/// padding pass, but none of its rules.
LogicalResult checkAlignment(ModuleOp given, ModuleOp padded);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_CHECKALIGNMENT_H
