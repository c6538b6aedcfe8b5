// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Calls.h"
#include "dialects/amp/IR/AmpTraining.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr StringLiteral decomposition = "decomposition";

StringAttr amp::findCompositeName(Operation *op) {
  return isHlo(op, OpKind::composite) ? op->getAttrOfType<StringAttr>("name")
                                      : nullptr;
}

bool amp::isMarkOp(Operation *op) {
  return isa<GradientsOp, LossOp, SeedOp, StateOp>(op);
}

SmallVector<Operation *> amp::listMarkOps(Operation *root) {
  SmallVector<Operation *> marks;
  root->walk([&](Operation *op) {
    if (isMarkOp(op))
      marks.push_back(op);
  });
  return marks;
}

StringRef amp::findMark(Operation *op) {
  if (isMarkOp(op))
    return op->getName().getStringRef();
  StringAttr name = findCompositeName(op);
  bool isMark = name && name.getValue().starts_with("amp.") && name != offName;
  return isMark ? name.getValue() : StringRef();
}

bool amp::isCompanion(FunctionOpInterface function) {
  for (StringRef suffix :
       {"_init_scaler", "_init_shadows", "_init_weights", "_read_weights"}) {
    StringRef name = function.getName();
    if (name.consume_back(suffix) &&
        SymbolTable::lookupSymbolIn(function->getParentOp(), name))
      return true;
  }
  return false;
}

StringAttr amp::findCallee(Operation *op) {
  SymbolRefAttr symbol;
  if (auto call = dyn_cast<CallOpInterface>(op))
    symbol = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
  else if (findCompositeName(op) && findMark(op).empty())
    symbol = op->getAttrOfType<SymbolRefAttr>(decomposition);
  return symbol ? symbol.getRootReference() : nullptr;
}

FunctionOpInterface amp::findCallee(Operation *op, const SymbolTable &symbols) {
  StringAttr name = findCallee(op);
  return name ? symbols.lookup<FunctionOpInterface>(name)
              : FunctionOpInterface();
}

bool amp::canReplace(FunctionOpInterface function, Operation *call) {
  Region &body = function.getFunctionBody();
  return body.hasOneBlock() &&
         call->getNumOperands() == body.getNumArguments() &&
         call->getNumResults() == body.front().back().getNumOperands();
}

SmallVector<Value> amp::cloneBody(FunctionOpInterface function,
                                  ValueRange arguments, OpBuilder &builder) {
  Block &body = function.getFunctionBody().front();
  IRMapping map;
  map.map(body.getArguments(), arguments);
  for (Operation &op : body.without_terminator())
    builder.clone(op, map);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

bool amp::isCallLike(Operation *op) {
  return op && (isa<CallOpInterface>(op) || isHlo(op, OpKind::composite));
}

bool amp::isCall(const OpRow *row) {
  return row && row->opClass == OpClass::call &&
         row->regions == RegionRule::none;
}

const CallFrame *CallFrames::of(Operation *call, const CallFrame *outer,
                                Operation *callee) {
  std::unique_ptr<CallFrame> &frame = frames[{call, outer}];
  if (!frame)
    frame.reset(
        new CallFrame{call, outer, callee, outer ? outer->depth + 1 : 1});
  return frame.get();
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
    if (FunctionOpInterface function = findCallee(op, symbols))
      calls[function].push_back(op);
  });
  return calls;
}

llvm::SmallPtrSet<Operation *, 8> amp::findHolders(ArrayRef<Operation *> ops,
                                                   const CallMap &calls) {
  llvm::SmallPtrSet<Operation *, 8> holders;
  SmallVector<Operation *> work(ops);
  while (!work.empty()) {
    Operation *function =
        work.pop_back_val()->getParentOfType<FunctionOpInterface>();
    if (function && holders.insert(function).second)
      llvm::append_range(work, calls.lookup(function));
  }
  return holders;
}

void amp::setCallee(Operation *op, StringAttr callee) {
  auto symbol = FlatSymbolRefAttr::get(callee);
  if (auto call = dyn_cast<CallOpInterface>(op))
    call.setCalleeFromCallable(symbol);
  else
    op->setAttr(decomposition, symbol);
}
