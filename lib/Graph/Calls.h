// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Callees: the function of a call, the decomposition of a composite.
#ifndef LIB_GRAPH_CALLS_H
#define LIB_GRAPH_CALLS_H

#include "dialects/amp/IR/AmpMarks.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// Returns the name of a composite ("my.softmax"), including marks of a
/// training step ("amp.seed"); null for other ops.
StringAttr findCompositeName(Operation *op);

/// Returns true for a mark that is an op, not a composite.
bool isMarkOp(Operation *op);
/// Returns the marks in `root` that are ops, in post-order.
SmallVector<Operation *> listMarkOps(Operation *root);
/// Returns the name of a mark ("amp.seed"), composite or op; empty for others.
StringRef findMark(Operation *op);

/// Returns true for a function that amp-opt added beside a step:
/// @NAME_init_scaler and the like, where there is a function @NAME.
bool isCompanion(FunctionOpInterface function);

/// Returns the function whose signature has the types of `op`; null for ops
/// without a callee, and for marks, which are always f32.
StringAttr findCallee(Operation *op);

/// Returns the callee as above, looked up in `symbols`; null if undefined.
FunctionOpInterface findCallee(Operation *op, const SymbolTable &symbols);

/// Returns true if `function` can be inlined at `call`: it has one block and as
/// many arguments and results as `call` has operands and results.
bool canReplace(FunctionOpInterface function, Operation *call);

/// Clones the single block of `function`, with `arguments` for its arguments.
/// Returns the clones of the returned values.
SmallVector<Value> cloneBody(FunctionOpInterface function, ValueRange arguments,
                             OpBuilder &builder);

/// Returns true if ops with the name of `op` may have a callee; false for null.
bool isCallLike(Operation *op);

/// Call context: a call and the context of its caller, null if unknown.
struct CallFrame {
  Operation *call;
  const CallFrame *outer;
  Operation *callee;
  unsigned depth; ///< nesting of calls, from 1
};

/// Unique call frames: one object per call and outer frame.
class CallFrames {
public:
  const CallFrame *of(Operation *call, const CallFrame *outer,
                      Operation *callee);

private:
  llvm::DenseMap<std::pair<Operation *, const CallFrame *>,
                 std::unique_ptr<CallFrame>>
      frames;
};

/// Returns true if ops of `row` are calls, whose types are those of the callee;
/// false for composites and for null.
bool isCall(const OpRow *row);

/// Calls and composites of `module` by callee, in walk order.
using CallMap = llvm::DenseMap<Operation *, SmallVector<Operation *>>;
CallMap findCalls(ModuleOp module);

/// Returns the functions that contain `ops`, directly or through calls.
llvm::SmallPtrSet<Operation *, 8> findHolders(ArrayRef<Operation *> ops,
                                              const CallMap &calls);

/// Sets the callee of a call or composite.
void setCallee(Operation *op, StringAttr callee);

} // namespace mlir::amp

#endif // LIB_GRAPH_CALLS_H
