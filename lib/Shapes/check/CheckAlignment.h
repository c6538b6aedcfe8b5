// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SHAPES_CHECK_CHECKALIGNMENT_H
#define LIB_SHAPES_CHECK_CHECKALIGNMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// Whether `padded` is `given` but for its padding: without the ops that
/// amp.unpadded marks it is the same program, each value starts with what it
/// was, and no op lets what is behind an end touch what is before it. Diagnoses
/// where not. Shares the op model and lib/OpModel/sizes with the padding pass, and no rule.
LogicalResult checkAlignment(ModuleOp given, ModuleOp padded);

} // namespace mlir::amp

#endif // LIB_SHAPES_CHECK_CHECKALIGNMENT_H
