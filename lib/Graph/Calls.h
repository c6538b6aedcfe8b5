// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that an op runs: the callee of a call, the decomposition of a
// composite.
#ifndef LIB_GRAPH_CALLS_H
#define LIB_GRAPH_CALLS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The name of a composite ("my.softmax"), the marks of a training step among
/// them ("amp.seed"); null for other ops.
StringAttr findCompositeName(Operation *op);

/// The name of a mark; empty for other ops.
StringRef findMark(Operation *op);

/// The function whose types are those of `op`; null for ops that run none, and
/// for marks, which are f32 always.
StringAttr findCallee(Operation *op);

/// Returns true if ops of the name of `op` may run a function; false for null.
bool isCallLike(Operation *op);

/// The ops that run each function of `module`, in the order of a walk.
using CallMap = llvm::DenseMap<Operation *, SmallVector<Operation *>>;
CallMap findCalls(ModuleOp module);

/// Makes a call or composite run another function.
void setCallee(Operation *op, StringAttr callee);

} // namespace mlir::amp

#endif // LIB_GRAPH_CALLS_H
