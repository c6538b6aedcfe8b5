// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions that an op runs: the callee of a call, the decomposition of a
// composite.
#ifndef LIB_GRAPH_CALLS_H
#define LIB_GRAPH_CALLS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// The name of a composite ("my.softmax"), the marks of a training step among
/// them ("amp.seed"); null for other ops.
StringAttr findCompositeName(Operation *op);

/// The name of a mark; empty for other ops.
StringRef findMark(Operation *op);

/// The function whose types are those of `op`; null for ops that run none, and
/// for marks, which are f32 always.
StringAttr findCallee(Operation *op);

/// As above, among the functions of `symbols`.
FunctionOpInterface findCallee(Operation *op, const SymbolTable &symbols);

/// Returns true if the ops of `function` could take the place of `call`: they
/// are one block, and its arguments and results are as many as those of `call`.
bool canReplace(FunctionOpInterface function, Operation *call);

/// Clones the ops of the only block of `function` for these arguments. Returns
/// the values that the clone returns.
SmallVector<Value> cloneBody(FunctionOpInterface function, ValueRange arguments,
                             OpBuilder &builder);

/// Returns true if ops of the name of `op` may run a function; false for null.
bool isCallLike(Operation *op);

/// One run of a function: the call, and the run of the function around the
/// call, where it is known.
struct CallFrame {
  Operation *call;
  const CallFrame *outer;
  Operation *callee;
  unsigned depth; ///< of nested calls, from 1
};

/// Call frames, one object for each call and frame around it.
class CallFrames {
public:
  const CallFrame *of(Operation *call, const CallFrame *outer,
                      Operation *callee);

private:
  llvm::DenseMap<std::pair<Operation *, const CallFrame *>,
                 std::unique_ptr<CallFrame>>
      frames;
};

/// Returns true if an op of this row is a call, whose types are those of the
/// callee; false for composites, and for null.
bool isCall(const OpRow *row);

/// The ops that run each function of `module`, in the order of a walk.
using CallMap = llvm::DenseMap<Operation *, SmallVector<Operation *>>;
CallMap findCalls(ModuleOp module);

/// The functions that hold `ops`, themselves or in what they call.
llvm::SmallPtrSet<Operation *, 8> findHolders(ArrayRef<Operation *> ops,
                                              const CallMap &calls);

/// Makes a call or composite run another function.
void setCallee(Operation *op, StringAttr callee);

} // namespace mlir::amp

#endif // LIB_GRAPH_CALLS_H
