// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral decomposition = "decomposition";

StringAttr amp::findCompositeName(Operation *op) {
  return isHlo(op, OpKind::composite) ? op->getAttrOfType<StringAttr>("name")
                                      : nullptr;
}

StringRef amp::findMark(Operation *op) {
  StringAttr name = findCompositeName(op);
  bool isMark = name && name.getValue().starts_with("amp.") && name != offName;
  return isMark ? name.getValue() : StringRef();
}

StringAttr amp::findCallee(Operation *op) {
  SymbolRefAttr symbol;
  if (auto call = dyn_cast<CallOpInterface>(op))
    symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  else if (findCompositeName(op) && findMark(op).empty())
    symbol = op->getAttrOfType<SymbolRefAttr>(decomposition);
  return symbol ? symbol.getRootReference() : nullptr;
}

bool amp::isCallLike(Operation *op) {
  return op && (isa<CallOpInterface>(op) || isHlo(op, OpKind::composite));
}

CallMap amp::findCalls(ModuleOp module) {
  SymbolTable symbols(module);
  CallMap calls;
  llvm::SmallDenseMap<OperationName, bool, 64> callLike;
  module.walk([&](Operation *op) {
    auto [known, isNew] = callLike.try_emplace(op->getName(), false);
    if (isNew)
      known->second = isCallLike(op);
    if (!known->second)
      return;
    if (StringAttr callee = findCallee(op))
      if (auto function = symbols.lookup<FunctionOpInterface>(callee))
        calls[function].push_back(op);
  });
  return calls;
}

void amp::setCallee(Operation *op, StringAttr callee) {
  auto symbol = FlatSymbolRefAttr::get(callee);
  if (auto call = dyn_cast<CallOpInterface>(op))
    call.setCalleeFromCallable(symbol);
  else
    op->setAttr(decomposition, symbol);
}
