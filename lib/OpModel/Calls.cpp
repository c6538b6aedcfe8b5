// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Calls.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral composite = "stablehlo.composite";
static constexpr StringLiteral decomposition = "decomposition";

StringAttr amp::findCompositeName(Operation *op) {
  return op->getName().getStringRef() == composite
             ? op->getAttrOfType<StringAttr>("name")
             : nullptr;
}

StringAttr amp::findCallee(Operation *op) {
  SymbolRefAttr symbol;
  if (auto call = dyn_cast<CallOpInterface>(op))
    symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  else if (StringAttr name = findCompositeName(op);
           name && !name.getValue().starts_with("amp."))
    symbol = op->getAttrOfType<SymbolRefAttr>(decomposition);
  return symbol ? symbol.getRootReference() : nullptr;
}

void amp::setCallee(Operation *op, StringAttr callee) {
  auto symbol = FlatSymbolRefAttr::get(callee);
  if (auto call = dyn_cast<CallOpInterface>(op))
    call.setCalleeFromCallable(symbol);
  else
    op->setAttr(decomposition, symbol);
}
