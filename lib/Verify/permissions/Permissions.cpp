// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/permissions/Permissions.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

Permissions::Permissions(PolicyAttr policy, const ArgumentReaders &readers)
    : policy(policy) {
  if (!policy)
    return;
  for (RuleAttr rule : policy.getRules().getAsRange<RuleAttr>())
    conditions.emplace_back(rule, readers);
  for (ListKind list : PolicyAttr::allLists)
    for (Attribute entry : policy.getList(list))
      add(list, entry);
  needsRole = llvm::all_of(conditions,
                           [](const Condition &c) { return c.needsRole(); });
  MLIRContext *context = policy.getContext();
  auto entry = [&](StringRef name) {
    return entries.lookup(StringAttr::get(context, name));
  };
  contractionResult = entry("contraction.result");
  for (uint32_t i = 0; i < classes.size(); ++i)
    classes[i] = entry(stringifyOpClass(static_cast<OpClass>(i)));
}

void Permissions::add(ListKind list, Attribute entry) {
  if (auto when = dyn_cast<WhenAttr>(entry))
    conditions.emplace_back(list, when);
  else if (PolicyAttr::dependsOnOp(entry))
    conditions.emplace_back(list, cast<StringAttr>(entry));
  else
    entries[cast<StringAttr>(entry)].list = list;
}

//===----------------------------------------------------------------------===//
// Single ops
//===----------------------------------------------------------------------===//

/// Returns the decision of the matching condition with the highest rank. Ties
/// are arbitrary: attaching a policy rejects rules of equal rank that disagree.
std::optional<Permissions::Say> Permissions::resolve(const InputOp &input,
                                                     bool aboutResults) const {
  const Condition *best = nullptr;
  for (const Condition &condition : conditions)
    if (condition.isAboutResults == aboutResults &&
        (!best || best->rank < condition.rank) && condition.matches(input))
      best = &condition;
  if (!best)
    return std::nullopt;
  return Say{best->list, best->isRule};
}

void Permissions::record(const InputOp &input, bool isOff) {
  if (!policy)
    return;
  if (auto constraint =
          input.attributes.getAs<RequireAttr>(AmpDialect::requireAttrName))
    own[input.op] = {constraint.getList(), /*isUsers=*/true};
  else if (isOff)
    own[input.op] = {ListKind::deny};
  else if (auto said = resolve(input, /*aboutResults=*/false))
    own[input.op] = *said;
  if (input.row && input.row->opClass == OpClass::contraction)
    if (auto said = resolve(input, /*aboutResults=*/true))
      ownResults[input.op] = *said;
}

bool Permissions::isHeard(DictionaryAttr attributes, bool isOff) const {
  return policy && (!attributes.empty() || isOff || !needsRole);
}

bool Permissions::mayBecome(Type element) const {
  return policy ? element == policy.getCompute()
                : isa<Float16Type, BFloat16Type>(element);
}

/// Returns the list of the composite that `function` decomposes; null if none.
/// A composite that no list names counts as allowed, because a rule or
/// requirement may name it.
const Permissions::Say *
Permissions::findComposite(FunctionOpInterface function) const {
  if (!composites) {
    composites.emplace();
    function->getParentOfType<ModuleOp>().walk([&](Operation *op) {
      StringAttr name = findCompositeName(op), callee = findCallee(op);
      if (!name || !callee)
        return;
      auto named = entries.find(name);
      if (named != entries.end())
        (*composites)[callee] = named->second;
      else if (name == offName)
        (*composites)[callee] = {ListKind::deny};
      else
        (*composites)[callee] = {ListKind::allow, /*isUsers=*/true};
    });
  }
  auto known = composites->find(function.getNameAttr());
  return known == composites->end() ? nullptr : &known->second;
}

bool Permissions::isListed(Operation *composite) const {
  StringAttr name = findCompositeName(composite);
  return !policy || own.contains(composite) || entries.contains(name) ||
         name == offName;
}

Permissions::Say Permissions::find(Operation *op, const OpRow &row,
                                   unsigned slot) const {
  if (!policy)
    return {ListKind::allow};
  auto function = op->getNumRegions() ? dyn_cast<FunctionOpInterface>(op)
                                      : FunctionOpInterface();
  OpClass opClass = function ? OpClass::control : classOf(op, &row);
  bool isResult = opClass == OpClass::contraction && slot > 0;
  const auto &said = isResult ? ownResults : own;
  if (auto known = said.find(op); known != said.end())
    return known->second;
  if (isResult)
    return contractionResult;
  if (function)
    if (const Say *composite = findComposite(function))
      return *composite;
  if (auto named = entries.find(op->getName().getIdentifier());
      named != entries.end())
    return named->second;
  return classes[static_cast<size_t>(opClass)];
}

bool Permissions::mayLower(Operation *op, const OpRow &row,
                           unsigned slot) const {
  return find(op, row, slot).isPermitted();
}

bool Permissions::isUserRequested(Operation *op, const OpRow &row,
                                  unsigned slot) const {
  return find(op, row, slot).isUserRequested();
}

std::optional<ListKind> Permissions::findList(Operation *op, const OpRow &row,
                                              unsigned slot) const {
  return policy ? find(op, row, slot).list : std::nullopt;
}

std::pair<std::optional<ListKind>, bool>
Permissions::findListAndAsked(Operation *op, const OpRow &row,
                              unsigned slot) const {
  if (!policy)
    return {std::nullopt, false};
  Say said = find(op, row, slot);
  return {said.list, said.isUserRequested()};
}

bool Permissions::mayUseTf32(Operation *op, const OpRow &row) const {
  return find(op, row, 0).list == ListKind::tf32;
}
