// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Permissions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

Permissions::Permissions(PolicyAttr policy) : policy(policy) {
  if (!policy)
    return;
  add(policy.getAllow(), true);
  add(policy.getInfer(), true);
  add(policy.getClear(), true);
  add(policy.getDeny(), false);
  add(policy.getForce(), true);
  MLIRContext *context = policy.getContext();
  require = StringAttr::get(context, AmpDialect::requireAttrName);
  listed = StringAttr::get(context, AmpDialect::listedAttrName);
  listedResult = StringAttr::get(context, AmpDialect::listedResultAttrName);
}

void Permissions::add(ArrayAttr list, bool permitted) {
  for (Attribute entry : list)
    if (auto plain = dyn_cast<StringAttr>(entry))
      entries[plain] = permitted;
}

void Permissions::hear(Operation *op, DictionaryAttr said) {
  if (!policy || said.empty())
    return;
  if (auto rule = said.getAs<ListedAttr>(listed))
    own[op] = rule.getList() != ListKind::deny;
  if (auto rule = said.getAs<ListedAttr>(listedResult))
    ownResults[op] = rule.getList() != ListKind::deny;
  if (auto wish = said.getAs<RequireAttr>(require))
    own[op] = wish.getList() != ListKind::deny;
}

bool Permissions::mayBecome(Type element) const {
  return policy ? element == policy.getCompute()
                : isa<Float16Type, BFloat16Type>(element);
}

bool Permissions::mayLower(Operation *op, const OpRow &row,
                           unsigned slot) const {
  if (!policy || (policy.hasConditions() && own.empty() && ownResults.empty()))
    return true;
  OpClass opClass =
      isa<FunctionOpInterface>(op) ? OpClass::control : classOf(op, &row);
  bool isResult = opClass == OpClass::contraction && slot > 0;
  const auto &said = isResult ? ownResults : own;
  if (auto wish = said.find(op); wish != said.end())
    return wish->second;
  if (isResult)
    return entries.lookup("contraction.result");
  if (auto named = entries.find(op->getName().getStringRef());
      named != entries.end())
    return named->second;
  return entries.lookup(stringifyOpClass(opClass));
}
