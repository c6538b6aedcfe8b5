// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/Composites.h"
#include "lib/OpModel/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

Composites::Composites(PolicyAttr policy) {
  for (ListKind list : {ListKind::allow, ListKind::infer, ListKind::clear,
                        ListKind::deny, ListKind::force})
    for (Attribute entry : policy.getList(list))
      if (auto name = dyn_cast<StringAttr>(entry)) {
        ReasonKind kind = *symbolizeReasonKind(stringifyListKind(list));
        byName[name] =
            ListedAttr::get(policy.getContext(), list,
                            ReasonAttr::get(policy.getContext(), kind, name));
      }
}

/// The op's own wish, what a rule (or the call around it) says, its name.
ListedAttr Composites::find(Operation *call) const {
  if (auto wish = call->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
      wish && findCompositeName(call)) {
    MLIRContext *context = call->getContext();
    auto entry = StringAttr::get(context, stringifyListKind(wish.getList()));
    return ListedAttr::get(
        context, wish.getList(),
        ReasonAttr::get(context, ReasonKind::require, entry));
  }
  if (auto listed = call->getAttrOfType<ListedAttr>(AmpDialect::listedAttrName))
    return listed;
  StringAttr name = findCompositeName(call);
  return name ? byName.lookup(name) : nullptr;
}

bool Composites::isCall(Operation *op) const {
  if (findCompositeName(op))
    return findCallee(op) && find(op);
  const OpRow *row = lookupRow(op);
  return isa<CallOpInterface>(op) && row && row->opClass == OpClass::call &&
         row->regions == RegionRule::none;
}

bool Composites::passOn(Operation *function,
                        ArrayRef<Operation *> calls) const {
  ListedAttr said = find(calls.front());
  auto saysElse = [&](Operation *call) { return find(call) != said; };
  if (!said || llvm::any_of(calls, saysElse))
    return false;
  auto listed =
      StringAttr::get(function->getContext(), AmpDialect::listedAttrName);
  auto mark = [&](Operation *op) {
    if (!op->hasAttr(listed))
      op->setDiscardableAttr(listed, said);
  };
  if (said.getList() == ListKind::deny)
    function->walk(mark);
  else
    mark(function);
  return true;
}
