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
}

void Permissions::add(ArrayAttr list, bool permitted) {
  for (StringAttr entry : list.getAsRange<StringAttr>())
    entries[entry] = permitted;
}

bool Permissions::mayBecome(Type element) const {
  return policy ? element == policy.getCompute()
                : isa<Float16Type, BFloat16Type>(element);
}

bool Permissions::mayLower(Operation *op, const OpRow &row,
                           unsigned slot) const {
  if (!policy)
    return true;
  OpClass opClass =
      isa<FunctionOpInterface>(op) ? OpClass::control : classOf(op, &row);
  if (opClass == OpClass::contraction && slot > 0)
    return entries.lookup("contraction.result");
  if (auto named = entries.find(op->getName().getStringRef());
      named != entries.end())
    return named->second;
  return entries.lookup(stringifyOpClass(opClass));
}
