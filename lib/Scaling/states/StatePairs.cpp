// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = amp.state (%new) else (%arg0)
// return %1                            ==>   result 0 replaces argument 0
#include "lib/Scaling/states/StatePairs.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Scaling/RegionArguments.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

OpResult amp::scaling::findMarked(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result || isa<StateOp, LossOp>(result.getOwner()))
    return result;
  for (Region &region : result.getOwner()->getRegions()) {
    if (!region.hasOneBlock())
      continue;
    Operation *end = &region.front().back();
    if (end->hasTrait<OpTrait::IsTerminator>() &&
        result.getOwner()->getNumResults() == end->getNumOperands())
      if (OpResult found =
              findMarked(end->getOperand(result.getResultNumber())))
        return found;
  }
  return {};
}

static std::string nameOf(StateOp mark, unsigned number) {
  StringRef said;
  if (ArrayAttr names = mark.getNamesAttr())
    said = cast<StringAttr>(names[number]);
  return said.empty() ? mark.getGroup().str() + "." + std::to_string(number)
                      : said.str();
}

SmallVector<StatePair>
amp::scaling::listStatePairs(FunctionOpInterface function) {
  SmallVector<StatePair> pairs;
  llvm::StringMap<unsigned> argumentOf;
  llvm::StringSet<> names;
  llvm::DenseSet<unsigned> arguments;
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    if (auto name = function.getArgAttrOfType<StringAttr>(i, stateAttrName))
      argumentOf[name] = i;
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (OpOperand &operand : end->getOpOperands()) {
    unsigned result = operand.getOperandNumber();
    auto said = function.getResultAttrOfType<StringAttr>(result, stateAttrName);
    auto known = said ? argumentOf.find(said) : argumentOf.end();
    if (known != argumentOf.end()) {
      if (arguments.insert(known->second).second)
        pairs.push_back({known->second, result, said.str()});
      continue;
    }
    OpResult marked = findMarked(operand.get());
    auto state = marked ? dyn_cast<StateOp>(marked.getOwner()) : nullptr;
    if (!state)
      continue;
    unsigned number = marked.getResultNumber();
    BlockArgument old =
        findArgument(state.getOld()[number], function, /*always=*/false);
    if (!old || !arguments.insert(old.getArgNumber()).second)
      continue;
    std::string name = nameOf(state, number);
    while (!names.insert(name).second)
      name += "'";
    pairs.push_back({old.getArgNumber(), result, name});
  }
  return pairs;
}

SmallVector<StatePair>
amp::scaling::listUnmarked(FunctionOpInterface function) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  SmallVector<StatePair> pairs = listStatePairs(function);
  llvm::erase_if(pairs, [&](const StatePair &pair) {
    OpResult marked = findMarked(end->getOperand(pair.result));
    return (marked && isa<StateOp>(marked.getOwner())) ||
           function.getResultAttr(pair.result, AmpDialect::roleAttrName);
  });
  return pairs;
}

LogicalResult amp::scaling::checkPairs(FunctionOpInterface function,
                                       ArrayRef<StatePair> pairs) {
  for (const StatePair &pair : pairs) {
    Type before = function.getArgumentTypes()[pair.argument];
    Type after = function.getResultTypes()[pair.result];
    if (before != after)
      return function.emitError()
             << "expects state '" << pair.name << "' to keep its type, but "
             << "argument " << pair.argument << " is " << before
             << " and result " << pair.result << " is " << after;
  }
  return success();
}
