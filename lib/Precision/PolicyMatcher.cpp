// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/PolicyMatcher.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

// In the order of the lists: allow, infer, clear, deny, force, tf32.
static constexpr Colour colours[] = {Colour::allow, Colour::infer,
                                     Colour::clear, Colour::deny,
                                     Colour::allow, Colour::deny};

static PolicyMatcher::Verdict verdictOf(ListedAttr listed) {
  return {colours[static_cast<uint32_t>(listed.getList())], listed.getReason(),
          listed.getList() == ListKind::force};
}

PolicyMatcher::PolicyMatcher(PolicyAttr policy) {
  MLIRContext *context = policy.getContext();
  auto name = [&](StringRef text) { return StringAttr::get(context, text); };
  unlisted = ReasonAttr::get(context, ReasonKind::unlisted, {});
  contractionResult = name("contraction.result");
  require = name(AmpDialect::requireAttrName);
  listed = name(AmpDialect::listedAttrName);
  listedResult = name(AmpDialect::listedResultAttrName);
  for (uint32_t i = 0; i <= getMaxEnumValForOpClass(); ++i)
    classNames.push_back(name(stringifyOpClass(static_cast<OpClass>(i))));
  // amp-attach-policy resolves entries with a condition.
  for (ListKind list : PolicyAttr::allLists)
    for (Attribute entry : policy.getList(list))
      if (auto plain = dyn_cast<StringAttr>(entry))
        entries[plain] = verdictOf(ListedAttr::ofEntry(list, plain));
}

/// Arguments and results of functions are of class `control`, like loop-carried
/// values.
StringAttr PolicyMatcher::classEntry(const SlotNode &node) const {
  OpClass opClass = isa<FunctionOpInterface>(node.op) ? OpClass::control
                    : node.row ? classOf(node.op, node.row)
                               : OpClass::opaque;
  if (opClass == OpClass::contraction && !node.isContraction)
    return contractionResult;
  return classNames[static_cast<uint32_t>(opClass)];
}

/// Returns the verdict of the op's own attributes: its `amp.require`, or a
/// rule.
std::optional<PolicyMatcher::Verdict>
PolicyMatcher::findOnOp(const SlotNode &node, bool isResult) const {
  if (node.op->getRawDictionaryAttrs().empty())
    return std::nullopt;
  if (auto constraint = dyn_cast_if_present<RequireAttr>(
          node.op->getDiscardableAttr(require));
      constraint && !isResult)
    return verdictOf(ListedAttr::ofConstraint(constraint));
  if (auto chosen = dyn_cast_if_present<ListedAttr>(
          node.op->getDiscardableAttr(isResult ? listedResult : listed)))
    return verdictOf(chosen);
  return std::nullopt;
}

PolicyMatcher::Verdict PolicyMatcher::find(const SlotNode &node) const {
  StringAttr byClass = classEntry(node);
  bool isResult = byClass == contractionResult;
  if (std::optional<Verdict> own = findOnOp(node, isResult))
    return *own;
  auto entry = entries.end();
  if (!isResult)
    entry = entries.find(node.op->getName().getIdentifier());
  if (entry == entries.end())
    entry = entries.find(byClass);
  return entry == entries.end() ? Verdict{Colour::none, unlisted}
                                : entry->second;
}
