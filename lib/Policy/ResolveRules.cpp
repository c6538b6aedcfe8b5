// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// exponential %x   ==>   exponential %x {amp.listed =
//                          #amp.listed<deny, <rule, "deny scope=softmax">>}
#include "lib/Policy/ResolveRules.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "lib/Policy/RuleMatcher.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

/// Returns true if the solver decides the precision of `op`.
static bool isDecided(Operation *op, const OpRow *row) {
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return llvm::any_of(function.getArgumentTypes(), isF32) ||
           llvm::any_of(function.getResultTypes(), isF32);
  return !isTerminator(op) && !isCall(row) && handlesF32(op);
}

namespace {
class Resolver {
public:
  Resolver(PolicyAttr policy, GraphOf graph);

  LogicalResult resolve(Operation *op);
  void warnOfUnused(const LocatedPolicy &located) const;

private:
  LogicalResult choose(Operation *op, const OpRow *row, bool aboutResults,
                       StringAttr attr);

  SmallVector<RuleMatcher, 0> matchers; ///< rules first, in their order
  bool needRoles;                       ///< all matchers need a role
  llvm::BitVector isUsed;
  StringAttr listed, listedResult, role;
};
} // namespace

Resolver::Resolver(PolicyAttr policy, GraphOf graph)
    : listed(StringAttr::get(policy.getContext(), AmpDialect::listedAttrName)),
      listedResult(StringAttr::get(policy.getContext(),
                                   AmpDialect::listedResultAttrName)),
      role(StringAttr::get(policy.getContext(), AmpDialect::roleAttrName)) {
  for (RuleAttr rule : policy.getRules().getAsRange<RuleAttr>())
    matchers.emplace_back(rule, graph);
  for (ListKind list : PolicyAttr::allLists)
    for (Attribute entry : policy.getList(list))
      if (auto when = dyn_cast<WhenAttr>(entry))
        matchers.emplace_back(list, when);
      else if (PolicyAttr::dependsOnOp(entry))
        matchers.emplace_back(list, cast<StringAttr>(entry));
  needRoles = llvm::all_of(
      matchers, [](const RuleMatcher &matcher) { return matcher.needsRole(); });
  isUsed.resize(matchers.size());
}

static LogicalResult refuseTie(Operation *op, ListedAttr one,
                               ListedAttr other) {
  return op->emitOpError()
         << "matches two rules of equal rank that disagree: "
         << one.getReason().getEntry() << " and "
         << other.getReason().getEntry()
         << "; make one of them more specific, or say amp.require";
}

LogicalResult Resolver::choose(Operation *op, const OpRow *row,
                               bool aboutResults, StringAttr attr) {
  const RuleMatcher *best = nullptr, *rival = nullptr;
  auto given = dyn_cast_if_present<StringAttr>(op->getDiscardableAttr(role));
  for (auto [number, matcher] : llvm::enumerate(matchers)) {
    if (matcher.isAboutResults() != aboutResults ||
        !matcher.matches(op, row, given))
      continue;
    isUsed.set(number);
    if (!best || best->getRank() < matcher.getRank()) {
      best = &matcher;
      rival = nullptr;
    } else if (best->getRank() == matcher.getRank() &&
               best->getVerdict().getList() != matcher.getVerdict().getList()) {
      rival = &matcher;
    }
  }
  if (rival && !op->hasAttr(AmpDialect::requireAttrName))
    return refuseTie(op, best->getVerdict(), rival->getVerdict());
  if (best)
    op->setDiscardableAttr(attr, best->getVerdict());
  else
    op->removeDiscardableAttr(attr);
  return success();
}

LogicalResult Resolver::resolve(Operation *op) {
  if (needRoles && op->getRawDictionaryAttrs().empty())
    return success();
  const OpRow *row = lookupRow(op);
  if (!isDecided(op, row))
    return success();
  if (failed(choose(op, row, /*aboutResults=*/false, listed)))
    return failure();
  return isContraction(row)
             ? choose(op, row, /*aboutResults=*/true, listedResult)
             : success();
}

/// Skips entries with conditions: presets have them for all programs.
void Resolver::warnOfUnused(const LocatedPolicy &located) const {
  for (unsigned rule = 0; rule < located.policy.getRules().size(); ++rule)
    if (!isUsed.test(rule))
      emitWarning(located.where)
          << "rule " << matchers[rule].getVerdict().getReason().getEntry()
          << " matches no op that handles f32";
}

LogicalResult amp::policy::resolveRules(const LocatedPolicy &located,
                                        ModuleOp module, GraphOf graph) {
  if (!located.policy.hasConditions())
    return success();
  Resolver resolver(located.policy, graph);
  WalkResult walked = walkOpsAndBodies(
      module, [&](Operation *op) { return resolver.resolve(op); });
  if (walked.wasInterrupted())
    return failure();
  resolver.warnOfUnused(located);
  return success();
}
