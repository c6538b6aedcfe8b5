// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/PolicyMatcher.h"

using namespace mlir;
using namespace mlir::amp;

PolicyMatcher::PolicyMatcher(PolicyAttr policy) {
  MLIRContext *context = policy.getContext();
  unlisted = ReasonAttr::get(context, ReasonKind::unlisted, {});
  contractionResult = StringAttr::get(context, "contraction.result");
  for (uint32_t i = 0; i <= getMaxEnumValForOpClass(); ++i)
    classNames.push_back(
        StringAttr::get(context, stringifyOpClass(static_cast<OpClass>(i))));
  add(policy.getAllow(), Colour::allow, ReasonKind::allow);
  add(policy.getInfer(), Colour::infer, ReasonKind::infer);
  add(policy.getClear(), Colour::clear, ReasonKind::clear);
  add(policy.getDeny(), Colour::deny, ReasonKind::deny);
}

void PolicyMatcher::add(ArrayAttr list, Colour colour, ReasonKind kind) {
  for (StringAttr entry : list.getAsRange<StringAttr>())
    entries[entry] = {colour, ReasonAttr::get(list.getContext(), kind, entry)};
}

/// What a function hands over is control flow, as what a loop carries is.
StringAttr PolicyMatcher::classEntry(const SlotNode &node) const {
  OpClass opClass = isa<FunctionOpInterface>(node.op) ? OpClass::control
                    : node.row ? classOf(node.op, node.row)
                               : OpClass::opaque;
  if (opClass == OpClass::contraction && !node.isContraction)
    return contractionResult;
  return classNames[static_cast<uint32_t>(opClass)];
}

PolicyMatcher::Verdict PolicyMatcher::find(const SlotNode &node) const {
  StringAttr byClass = classEntry(node);
  auto entry = entries.end();
  if (byClass != contractionResult)
    entry = entries.find(node.op->getName().getIdentifier());
  if (entry == entries.end())
    entry = entries.find(byClass);
  return entry == entries.end() ? Verdict{Colour::none, unlisted}
                                : entry->second;
}
