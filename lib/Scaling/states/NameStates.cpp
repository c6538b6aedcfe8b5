// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w) -> (f32) { … return amp.state (%new) else (%w) names ["w"] }
//   ==>   func @main(%w {amp.state = "w"}) -> (f32 {amp.state = "w"}) { … }
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Scaling/Inline.h"
#include "lib/Scaling/states/StatePairs.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

void amp::scaling::nameStates(FunctionOpInterface function,
                              ArrayRef<StatePair> pairs) {
  Builder builder(function.getContext());
  SmallVector<NamedAttrList> arguments, results;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    arguments.push_back(function.getArgAttrDict(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    results.push_back(function.getResultAttrDict(i));
  for (const StatePair &pair : pairs) {
    arguments[pair.argument].set(stateAttrName,
                                 builder.getStringAttr(pair.name));
    results[pair.result].set(stateAttrName, builder.getStringAttr(pair.name));
  }
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    OpResult marked = findMarked(operand.get());
    NamedAttrList &said = results[operand.getOperandNumber()];
    if (marked && isa<LossOp>(marked.getOwner()) &&
        !said.get(AmpDialect::roleAttrName))
      said.set(AmpDialect::roleAttrName, builder.getStringAttr("loss"));
  }
  auto finish = [&](SmallVector<NamedAttrList> &lists) {
    return llvm::map_to_vector(lists, [&](NamedAttrList &list) {
      return list.getDictionary(function.getContext());
    });
  };
  function.setAllArgAttrs(finish(arguments));
  function.setAllResultAttrs(finish(results));
}

static bool isStep(FunctionOpInterface function) {
  return function.isPublic() && function.getFunctionBody().hasOneBlock();
}

/// Returns true if a function other than a step contains state or loss marks.
static bool hasHiddenMarks(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        auto function = op->getParentOfType<FunctionOpInterface>();
        bool isHidden =
            isa<StateOp, LossOp>(op) && function && !isStep(function);
        return isHidden ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Names the states of `function` like those of `flat`, its copy with marked
/// calls inlined.
static void nameAsIf(FunctionOpInterface function, FunctionOpInterface flat) {
  {
    ScopedDiagnosticHandler silence(function.getContext(),
                                    [](Diagnostic &) { return success(); });
    (void)inlineMarkedCalls(flat); // on failure, names the visible pairs
  }
  nameStates(flat, listStatePairs(flat));
  SmallVector<DictionaryAttr> arguments, results;
  flat.getAllArgAttrs(arguments);
  flat.getAllResultAttrs(results);
  function.setAllArgAttrs(arguments);
  function.setAllResultAttrs(results);
}

void amp::scaling::nameAllStates(ModuleOp module) {
  OwningOpRef<ModuleOp> copy;
  if (hasHiddenMarks(module))
    copy = module.clone();
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!isStep(function))
      continue;
    if (copy)
      nameAsIf(function, copy->lookupSymbol<FunctionOpInterface>(
                             SymbolTable::getSymbolName(function)));
    else
      nameStates(function, listStatePairs(function));
  }
}
