// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which function an op runs: the callee of a call, the decomposition of a
// composite.
#ifndef LIB_OPMODEL_CALLS_H
#define LIB_OPMODEL_CALLS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// The name of a composite ("my.softmax"), the marks of a training step among
/// them ("amp.seed"); null for other ops.
StringAttr findCompositeName(Operation *op);

/// The function whose types are those of `op`; null for ops that run none, and
/// for marks, which are f32 always.
StringAttr findCallee(Operation *op);

/// Makes a call or composite run another function.
void setCallee(Operation *op, StringAttr callee);

} // namespace mlir::amp

#endif // LIB_OPMODEL_CALLS_H
