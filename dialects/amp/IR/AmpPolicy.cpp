// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// When
//===----------------------------------------------------------------------===//

LogicalResult WhenAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               StringAttr op, DictionaryAttr attributes) {
  if (attributes.empty())
    return emitError() << "expects an attribute for " << op
                       << " to depend on, but got {}";
  return success();
}

std::string WhenAttr::describe() const {
  return (getOp().getValue() + " " + debugString(getAttributes())).str();
}

//===----------------------------------------------------------------------===//
// Rule
//===----------------------------------------------------------------------===//

LogicalResult RuleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ListKind list, StringAttr, StringAttr argument,
                               StringAttr scope, StringAttr location,
                               StringAttr function, StringAttr role,
                               DictionaryAttr attributes, int64_t minElements,
                               int64_t maxElements, StringAttr op) {
  const std::pair<StringRef, StringAttr> patterns[] = {{"argument", argument},
                                                       {"scope", scope},
                                                       {"location", location},
                                                       {"function", function}};
  bool hasCondition = role || op || (attributes && !attributes.empty()) ||
                      minElements || maxElements;
  for (auto [key, pattern] : patterns) {
    if (!pattern)
      continue;
    hasCondition = true;
    std::string fault;
    if (!llvm::Regex(pattern).isValid(fault))
      return emitError() << "expects a regular expression as " << key
                         << ", but got " << pattern << ": " << fault;
  }
  if (!hasCondition)
    return emitError() << "expects a condition in a rule: argument, scope, "
                          "location, function, role, attributes, "
                          "min_elements, max_elements or op";
  if (minElements < 0 || maxElements < 0 ||
      (maxElements && minElements > maxElements))
    return emitError() << "expects bounds of elements in order, but got "
                       << minElements << " and " << maxElements;
  return success();
}

std::string RuleAttr::describe() const {
  std::string text = stringifyListKind(getList()).str();
  if (getLabel())
    return text + " " + getLabel().str();
  const std::pair<StringRef, StringAttr> conditions[] = {
      {"argument", getArgument()}, {"scope", getScope()},
      {"location", getLocation()}, {"function", getFunction()},
      {"role", getRole()},         {"op", getOp()}};
  for (auto [key, value] : conditions)
    if (value)
      text += (" " + key + "=" + value.getValue()).str();
  for (auto [key, bound] : {std::pair(" min_elements=", getMinElements()),
                            std::pair(" max_elements=", getMaxElements())})
    if (bound)
      text += key + std::to_string(bound);
  if (getAttributes())
    text += " attributes=" + debugString(getAttributes());
  return text;
}

//===----------------------------------------------------------------------===//
// Listed
//===----------------------------------------------------------------------===//

ListedAttr ListedAttr::ofEntry(ListKind list, StringAttr entry) {
  ReasonKind kind = *symbolizeReasonKind(stringifyListKind(list));
  MLIRContext *context = entry.getContext();
  return get(context, list, ReasonAttr::get(context, kind, entry));
}

ListedAttr ListedAttr::ofConstraint(RequireAttr constraint) {
  MLIRContext *context = constraint.getContext();
  auto entry =
      StringAttr::get(context, stringifyListKind(constraint.getList()));
  return get(context, constraint.getList(),
             ReasonAttr::get(context, ReasonKind::require, entry));
}

//===----------------------------------------------------------------------===//
// Policy
//===----------------------------------------------------------------------===//

LogicalResult PolicyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 Type compute, Type accumulate, ArrayAttr allow,
                                 ArrayAttr infer, ArrayAttr clear,
                                 ArrayAttr deny, ArrayAttr force,
                                 ArrayAttr rules, Type io, ArrayAttr tf32,
                                 F32Mode) {
  if (!compute.isF16() && !compute.isBF16())
    return emitError() << "expects compute = f16 or bf16, but got " << compute;
  if (!accumulate.isF32())
    return emitError() << "expects accumulate = f32, but got " << accumulate;
  if (io && io != compute)
    return emitError() << "expects io to be compute, " << compute
                       << ", but got " << io;

  llvm::DenseMap<Attribute, StringRef> listOf;
  const std::pair<StringRef, ArrayAttr> lists[] = {
      {"allow", allow}, {"infer", infer}, {"clear", clear},
      {"deny", deny},   {"force", force}, {"tf32", tf32}};
  for (auto [list, entries] : lists)
    for (Attribute entry : entries) {
      if (!isa<StringAttr, WhenAttr>(entry))
        return emitError() << "expects strings and #amp.when in " << list
                           << ", but got " << entry;
      auto [earlier, isNew] = listOf.try_emplace(entry, list);
      if (!isNew)
        return emitError() << "expects " << entry
                           << " on one list, but it is on " << earlier->second
                           << " and on " << list;
    }
  for (Attribute rule : rules)
    if (!isa<RuleAttr>(rule))
      return emitError() << "expects #amp.rule in rules, but got " << rule;
  return success();
}

ArrayAttr PolicyAttr::getList(ListKind list) const {
  switch (list) {
  case ListKind::allow:
    return getAllow();
  case ListKind::infer:
    return getInfer();
  case ListKind::clear:
    return getClear();
  case ListKind::deny:
    return getDeny();
  case ListKind::force:
    return getForce();
  case ListKind::tf32:
    return getTf32();
  }
  llvm_unreachable("every list is named");
}

bool PolicyAttr::dependsOnOp(Attribute entry) {
  auto plain = dyn_cast<StringAttr>(entry);
  return !plain || plain.getValue().starts_with(groupPrefix);
}

bool PolicyAttr::hasConditions() const {
  return !getRules().empty() || llvm::any_of(allLists, [&](ListKind list) {
    return llvm::any_of(getList(list), dependsOnOp);
  });
}

PolicyAttr PolicyAttr::withCompute(Type compute) const {
  return get(getContext(), compute, getAccumulate(), getAllow(), getInfer(),
             getClear(), getDeny(), getForce(), getRules(),
             getIo() ? compute : Type(), getTf32(), getF32());
}

PolicyAttr PolicyAttr::withIo(Type io) const {
  return get(getContext(), getCompute(), getAccumulate(), getAllow(),
             getInfer(), getClear(), getDeny(), getForce(), getRules(), io,
             getTf32(), getF32());
}

PolicyAttr PolicyAttr::withF32(F32Mode f32) const {
  return get(getContext(), getCompute(), getAccumulate(), getAllow(),
             getInfer(), getClear(), getDeny(), getForce(), getRules(), getIo(),
             getTf32(), f32);
}

StringAttr PolicyAttr::fingerprint() const {
  return StringAttr::get(
      getContext(), llvm::utohexstr(llvm::xxh3_64bits(debugString(*this))));
}
