// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_CHECKALIGNMENT_H
#define LIB_SHAPES_CHECK_CHECKALIGNMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::shapes {

/// Succeeds if `padded` equals `given` except for its padding: without the ops
/// that amp.unpadded marks it is the same program, each value starts with its
/// original elements, and no op lets padding influence elements. Diagnoses
/// differences. Shares the op model and lib/OpModel/sizes with the padding
/// pass, and no rule.
LogicalResult checkAlignment(ModuleOp given, ModuleOp padded);

} // namespace mlir::amp::shapes

#endif // LIB_SHAPES_CHECK_CHECKALIGNMENT_H
