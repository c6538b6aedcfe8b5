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

/// The op's own wish, what a rule (or the call around it) says, its name.
ListedAttr Composites::find(Operation *call) const {
  if (auto wish = call->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
      wish && findCompositeName(call))
    return ListedAttr::ofWish(wish);
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

/// Bodies keep the types of what they call: structure and policy do not follow
/// values into a body and out again.
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
