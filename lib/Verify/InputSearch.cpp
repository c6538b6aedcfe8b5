// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Searches in the unmodified input, for the conditions of a policy.
//
// func @main(%w {jax.arg_info = "w"}) { while(%a = %w) { add %a, … } }
//   ==>   the add reads "w"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/match/Locations.h"
#include "lib/Verify/permissions/Conditions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

static bool isNamed(BlockArgument argument, FunctionOpInterface function,
                    const llvm::Regex &pattern) {
  unsigned number = argument.getArgNumber();
  if (function.isPublic() && pattern.match(("#" + Twine(number)).str()))
    return true;
  for (StringRef key : {"jax.arg_info", "jax.result_info"})
    if (auto name = function.getArgAttrOfType<StringAttr>(number, key);
        name && pattern.match(name.getValue()))
      return true;
  return anyOutermostName(argument.getLoc(),
                          [&](StringRef name) { return pattern.match(name); });
}

static DenseSet<Operation *> findReaders(const ProgramGraph &input,
                                         const llvm::Regex &pattern) {
  SmallVector<Value> named;
  input.getModule().walk([&](FunctionOpInterface function) {
    if (!function.isExternal())
      for (BlockArgument argument : function.getArguments())
        if (isNamed(argument, function, pattern))
          named.push_back(argument);
  });
  DenseSet<Operation *> readers;
  reachForward(named, [&](OpOperand &use) {
    auto aliases = input.aliasesOf(use);
    if (!aliases)
      readers.insert(use.getOwner());
    return aliases.value_or(ValueRange());
  });
  return readers;
}

ArgumentReaders amp::verify::findArgumentReaders(GraphOf input,
                                                 PolicyAttr policy) {
  ArgumentReaders readers;
  if (!policy)
    return readers;
  for (RuleAttr rule : policy.getRules().getAsRange<RuleAttr>())
    if (StringAttr argument = rule.getArgument())
      if (auto [known, isNew] = readers.try_emplace(argument); isNew)
        known->second = findReaders(input(), llvm::Regex(argument.getValue()));
  return readers;
}

//===----------------------------------------------------------------------===//
// Parts of a program where AMP is off
//===----------------------------------------------------------------------===//

/// Returns whether "amp.off" is a whole word of `scope`.
static bool holdsOffName(StringRef scope) {
  size_t at = scope.find(offName);
  if (at == StringRef::npos)
    return false;
  StringRef after = scope.drop_front(at + offName.size());
  return after.empty() || (!llvm::isAlnum(after[0]) && after[0] != '_');
}

/// Returns true if `op` turns AMP off for its regions and its callee.
static bool turnsOff(Operation *op) {
  StringAttr composite = findCompositeName(op);
  if (composite && composite == offName)
    return true;
  if (op->getNumRegions() || isCallLike(op))
    if (auto constraint = dyn_cast_if_present<RequireAttr>(
            op->getDiscardableAttr(AmpDialect::requireAttrName));
        constraint && constraint.getList() == ListKind::deny)
      return true;
  return anyOutermostName(op->getLoc(), holdsOffName);
}

DenseSet<Operation *> amp::verify::findOffOps(ModuleOp input, GraphOf graphOf) {
  SmallVector<Operation *> work;
  walkOps(input, [&](Operation *op) {
    if (op != input && turnsOff(op))
      work.push_back(op);
    return WalkResult::advance();
  });
  DenseSet<Operation *> off;
  if (work.empty())
    return off;
  const ProgramGraph &graph = graphOf();
  while (!work.empty())
    walkOps(work.pop_back_val(), [&](Operation *op) {
      if (isTerminator(op) || !off.insert(op).second)
        return WalkResult::advance();
      FunctionOpInterface callee = graph.calleeOf(op);
      if (callee && llvm::all_of(graph.callsOf(callee), [&](Operation *call) {
            return off.contains(call);
          }))
        work.push_back(callee);
      return WalkResult::advance();
    });
  return off;
}
