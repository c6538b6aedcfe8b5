// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Precision/Composites.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

Composites::Composites(PolicyAttr policy) {
  auto off = StringAttr::get(policy.getContext(), offName);
  byName[off] = ListedAttr::ofEntry(ListKind::deny, off);
  for (ListKind list : PolicyAttr::allLists)
    for (Attribute entry : policy.getList(list))
      if (auto name = dyn_cast<StringAttr>(entry))
        byName[name] = ListedAttr::ofEntry(list, name);
}

/// In this order: `amp.require`, `amp.listed` (a rule, or the enclosing call),
/// the name of the composite.
ListedAttr Composites::find(Operation *call) const {
  if (auto constraint =
          call->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
      constraint && findCompositeName(call))
    return ListedAttr::ofConstraint(constraint);
  if (auto listed = call->getAttrOfType<ListedAttr>(AmpDialect::listedAttrName))
    return listed;
  StringAttr name = findCompositeName(call);
  return name ? byName.lookup(name) : nullptr;
}

bool Composites::isCall(Operation *op) const {
  if (findCompositeName(op))
    return findCallee(op) && find(op);
  return amp::isCall(lookupRow(op));
}

/// Functions that a body calls keep their types, because no analysis tracks
/// values into a body and back.
static ListedAttr denialByBody(MLIRContext *context) {
  return ListedAttr::get(context, ListKind::deny,
                         ReasonAttr::get(context, ReasonKind::given,
                                         StringAttr::get(context, "body")));
}

void Composites::passOn(Operation *function,
                        ArrayRef<Operation *> calls) const {
  ListedAttr said = find(calls.front());
  auto saysElse = [&](Operation *call) { return find(call) != said; };
  if (llvm::any_of(calls, findBodyOwner))
    said = denialByBody(function->getContext());
  else if (!said || llvm::any_of(calls, saysElse))
    return;
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
}
