// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_GRAPH_PROGRAM_H
#define LIB_GRAPH_PROGRAM_H

#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp {

/// The functions that an op calls or mentions: calls, composites, custom calls.
SmallVector<Operation *, 1> calleesOf(Operation *op, const OpRow *row,
                                      const SymbolTable &symbols);

/// An op of the program: not one of the body of another op.
struct PlacedOp {
  Operation *op;
  const OpRow *row;    ///< null if the model does not know the op
  Operation *function; ///< the op at the top of the module that it is part of
  double calls;        ///< how often that function runs
  bool inLoop;         ///< whether it runs more often than that
  double times;        ///< how often it runs in all, with every turn of loops
                       ///< around it; one of unknown length counts as one
};

/// Every op of every function, and the functions, in order. When every public
/// function runs once, a function runs as often as it is called; one that calls
/// itself, directly or not, counts as called once.
using Program = SmallVector<PlacedOp, 0>;
Program listProgram(ModuleOp module);

} // namespace mlir::amp

#endif // LIB_GRAPH_PROGRAM_H
