// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Permissions.h"
#include "lib/OpModel/Calls.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace mlir::amp;

static bool isPermitted(ListKind list) {
  return list != ListKind::deny && list != ListKind::tf32;
}

static bool isAllowed(ListKind list) {
  return list == ListKind::allow || list == ListKind::force;
}

Permissions::Permissions(PolicyAttr policy, bool isResolved)
    : policy(policy),
      isKnown(policy && (isResolved || !policy.hasConditions())) {
  if (!policy)
    return;
  for (ListKind list : PolicyAttr::allLists)
    add(list, policy.getList(list));
  MLIRContext *context = policy.getContext();
  auto entry = [&](StringRef name) {
    return entries.lookup(StringAttr::get(context, name));
  };
  contractionResult = entry("contraction.result");
  for (uint32_t i = 0; i < classes.size(); ++i)
    classes[i] = entry(stringifyOpClass(static_cast<OpClass>(i)));
  role = StringAttr::get(context, AmpDialect::roleAttrName);
  require = StringAttr::get(context, AmpDialect::requireAttrName);
  listed = StringAttr::get(context, AmpDialect::listedAttrName);
  listedResult = StringAttr::get(context, AmpDialect::listedResultAttrName);
}

void Permissions::add(ListKind list, ArrayAttr names) {
  for (Attribute entry : names)
    if (auto plain = dyn_cast<StringAttr>(entry))
      entries[plain] = {isPermitted(list), list == ListKind::force,
                        list == ListKind::tf32};
}

/// What a list says about one part of a group, or about all that must be exact
/// in it; null if none does.
const Permissions::Say *Permissions::findRole(StringAttr role) {
  auto [known, isNew] = roles.try_emplace(role, nullptr);
  if (!isNew)
    return known->second;
  auto look = [&](StringRef name) {
    auto entry = entries.find(StringAttr::get(
        role.getContext(), PolicyAttr::groupPrefix.str() + name.str()));
    return entry == entries.end() ? nullptr : &entry->second;
  };
  auto [group, part] = role.getValue().rsplit('.');
  const Say *say = look(role);
  if (!say && (part == "statistic" || part == "interior"))
    say = look(group);
  return roles[role] = say;
}

void Permissions::hear(Operation *op, DictionaryAttr said) {
  if (!policy || said.empty())
    return;
  auto read = [](ListedAttr rule) -> Say {
    ListKind list = rule.getList();
    bool isRule = rule.getReason().getKind() == ReasonKind::rule;
    return {isPermitted(list),
            list == ListKind::force || (isRule && isAllowed(list)),
            list == ListKind::tf32};
  };
  // Nothing but a rule or a wish is more specific than a role.
  const Say *ofRole = nullptr;
  if (auto part = said.getAs<StringAttr>(role);
      part && (ofRole = findRole(part)))
    own[op] = *ofRole;
  if (auto rule = said.getAs<ListedAttr>(listed)) {
    own[op] = read(rule);
    if (ofRole && rule.getReason().getKind() != ReasonKind::rule)
      own[op].isPermitted &= ofRole->isPermitted;
  }
  if (auto rule = said.getAs<ListedAttr>(listedResult))
    ownResults[op] = read(rule);
  if (auto wish = said.getAs<RequireAttr>(require))
    own[op] = {isPermitted(wish.getList()), isAllowed(wish.getList()),
               wish.getList() == ListKind::tf32};
}

bool Permissions::mayBecome(Type element) const {
  return policy ? element == policy.getCompute()
                : isa<Float16Type, BFloat16Type>(element);
}

/// What the policy says about the composites that `function` decomposes. A rule
/// or a wish may have named one that no list does.
const Permissions::Say *
Permissions::findComposite(FunctionOpInterface function) const {
  if (!composites) {
    composites.emplace();
    function->getParentOfType<ModuleOp>().walk([&](Operation *op) {
      StringAttr name = findCompositeName(op), callee = findCallee(op);
      if (!name || !callee)
        return;
      auto named = entries.find(name);
      bool isOff = name == offName;
      (*composites)[callee] =
          named == entries.end() ? Say{!isOff, !isOff} : named->second;
    });
  }
  auto known = composites->find(function.getNameAttr());
  return known == composites->end() ? nullptr : &known->second;
}

Permissions::Say Permissions::find(Operation *op, const OpRow &row,
                                   unsigned slot) const {
  if (!isKnown) {
    auto said = slot == 0 && policy && policy.getRules().empty() ? own.find(op)
                                                                 : own.end();
    return said != own.end() && !said->second.isPermitted
               ? Say()
               : Say{/*isPermitted=*/true, /*isAskedFor=*/policy != nullptr,
                     /*isTf32=*/true};
  }
  auto function = op->getNumRegions() ? dyn_cast<FunctionOpInterface>(op)
                                      : FunctionOpInterface();
  OpClass opClass = function ? OpClass::control : classOf(op, &row);
  bool isResult = opClass == OpClass::contraction && slot > 0;
  const auto &said = isResult ? ownResults : own;
  if (auto wish = said.find(op); wish != said.end())
    return wish->second;
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
  return find(op, row, slot).isPermitted;
}

bool Permissions::isAskedFor(Operation *op, const OpRow &row,
                             unsigned slot) const {
  return find(op, row, slot).isAskedFor;
}

bool Permissions::mayBeCut(Operation *op, const OpRow &row) const {
  return find(op, row, 0).isTf32;
}
