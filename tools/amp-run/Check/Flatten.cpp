// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %r = call @f(%a)   ==>   the body of @f, on %a
#include "Check/Flatten.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Maximum call depth; deeper calls are recursive.
static constexpr unsigned maxDepth = 1000;

static StringAttr calleeOf(Operation *op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return call.getCalleeAttr().getAttr();
  if (findCompositeName(op))
    return op->getAttrOfType<FlatSymbolRefAttr>("decomposition").getAttr();
  return nullptr;
}

namespace {
struct PendingCall {
  Operation *op;
  unsigned depth;
};
} // namespace

static void collectCalls(Operation *root, unsigned depth,
                         SmallVectorImpl<PendingCall> &into) {
  root->walk([&](Operation *op) {
    if (calleeOf(op))
      into.push_back({op, depth});
  });
}

LogicalResult mlir::amp::runner::flatten(ModuleOp module, func::FuncOp entry) {
  SymbolTable symbols(module);
  SmallVector<PendingCall> calls;
  collectCalls(entry, 0, calls);
  while (!calls.empty()) {
    PendingCall call = calls.pop_back_val();
    auto callee = symbols.lookup<func::FuncOp>(calleeOf(call.op));
    if (!callee || callee.isExternal())
      return call.op->emitError("expects a function with a body to run");
    if (call.depth > maxDepth)
      return call.op->emitError() << "cannot compare op by op: '"
                                  << callee.getName() << "' calls itself";
    IRMapping map;
    Block &body = callee.getBody().front();
    map.map(body.getArguments(), call.op->getOperands());
    OpBuilder builder(call.op);
    for (Operation &op : body.without_terminator())
      collectCalls(builder.clone(op, map), call.depth + 1, calls);
    for (auto [result, value] :
         llvm::zip(call.op->getResults(), body.getTerminator()->getOperands()))
      result.replaceAllUsesWith(map.lookupOrDefault(value));
    call.op->erase();
  }
  for (auto function :
       llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
    if (function != entry)
      function.erase();
  return success();
}
