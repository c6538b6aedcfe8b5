// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// #amp.rule<deny, scope = "softmax">, exponential loc("softmax/exp")
//   ==>   the rule matches
#include "lib/Verify/permissions/Conditions.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/Verify/match/Locations.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static std::unique_ptr<llvm::Regex> compile(StringAttr pattern) {
  return pattern ? std::make_unique<llvm::Regex>(pattern.getValue()) : nullptr;
}

static size_t rankOfRole(StringRef role) {
  if (role.empty())
    return 0;
  return role.contains('.') ? 2 : 1;
}

Condition::Condition(ListKind list, StringAttr group) : list(list) {
  setOp(group);
  rank = {0, 0, 0, 0, rankOfRole(role), 0, 0, name ? 2u : opClass ? 1u : 0u};
}

Condition::Condition(ListKind list, WhenAttr when)
    : list(list), attributes(when.getAttributes()) {
  setOp(when.getOp());
  rank = {0,
          0,
          0,
          0,
          rankOfRole(role),
          attributes.size(),
          0,
          name      ? 2u
          : opClass ? 1u
                    : 0u};
}

Condition::Condition(RuleAttr rule, const ArgumentReaders &argumentReaders)
    : list(rule.getList()), isRule(true), attributes(rule.getAttributes()),
      scope(compile(rule.getScope())), location(compile(rule.getLocation())),
      function(compile(rule.getFunction())), minElements(rule.getMinElements()),
      maxElements(rule.getMaxElements()) {
  if (rule.getOp())
    setOp(rule.getOp());
  if (rule.getRole())
    role = rule.getRole().getValue();
  static const DenseSet<Operation *> nobody;
  if (rule.getArgument()) {
    auto known = argumentReaders.find(rule.getArgument());
    readers = known == argumentReaders.end() ? &nobody : &known->second;
  }
  rank = {1,
          rule.getArgument() ? 1u : 0u,
          (scope ? 1u : 0u) + (location ? 1u : 0u),
          function ? 1u : 0u,
          rankOfRole(role),
          attributes ? attributes.size() : 0,
          (minElements > 0 ? 1u : 0u) + (maxElements > 0 ? 1u : 0u),
          name      ? 2u
          : opClass ? 1u
                    : 0u};
}

/// Parses a role, an op class, "contraction.result" or an op name.
void Condition::setOp(StringAttr text) {
  StringRef value = text.getValue();
  if (value.consume_front(PolicyAttr::groupPrefix)) {
    role = value;
  } else if (value == "contraction.result") {
    opClass = OpClass::contraction;
    isAboutResults = true;
  } else if (std::optional<OpClass> known = symbolizeOpClass(value)) {
    opClass = known;
  } else {
    name = text;
  }
}

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Matches the op's name or class. Function signatures belong to control flow.
bool Condition::matchesOp(const InputOp &input) const {
  if (name)
    return input.op->getName().getIdentifier() == name ||
           findCompositeName(input.op) == name;
  if (!opClass)
    return true;
  bool isFunction =
      input.op->getNumRegions() && isa<FunctionOpInterface>(input.op);
  return *opClass ==
         (isFunction ? OpClass::control : classOf(input.op, input.row));
}

/// Matches a role. The name of a group matches its statistics and its interior.
bool Condition::matchesRole(StringRef found) const {
  return found == role || (found.consume_front(role) &&
                           (found == ".statistic" || found == ".interior"));
}

/// Returns the op whose tensor sizes count for `op`: the outermost op that has
/// `op` in its body, else `op`.
static Operation *findSized(Operation *op) {
  Operation *sized = op;
  for (Operation *around = op->getParentOp();
       around && !isa<FunctionOpInterface>(around);
       around = around->getParentOp())
    if (const OpRow *row = lookupRow(around);
        row && row->regions == RegionRule::body)
      sized = around;
  return sized;
}

bool Condition::matchesSize(Operation *op) const {
  op = findSized(op);
  double largest = -1;
  SmallVector<Type> types(op->getOperandTypes());
  llvm::append_range(types, op->getResultTypes());
  for (Type type : types) {
    if (!isFloat(type))
      continue;
    std::optional<double> count = countElements(type);
    if (!count)
      return false;
    largest = std::max(largest, *count);
  }
  return largest >= minElements && largest >= 0 &&
         (maxElements == 0 || largest <= maxElements);
}

bool Condition::matchesPlace(Location loc) const {
  auto matchesScope = [&](StringRef text) { return scope->match(text); };
  auto matchesPart = [&](StringRef text) { return location->match(text); };
  return (!scope || anyOutermostName(loc, matchesScope)) &&
         (!location || anyPart(loc, matchesPart));
}

/// Returns true if `found` equals `wanted`, or is a dictionary that contains
/// it.
static bool covers(Attribute found, Attribute wanted) {
  auto part = dyn_cast<DictionaryAttr>(wanted);
  auto whole = dyn_cast_if_present<DictionaryAttr>(found);
  if (!part || !whole)
    return found == wanted;
  for (NamedAttribute entry : part)
    if (!covers(whole.get(entry.getName()), entry.getValue()))
      return false;
  return true;
}

bool Condition::matches(const InputOp &input) const {
  if (needsRole() && !matchesRole(input.role))
    return false;
  if (!matchesOp(input) || (readers && !readers->contains(input.name)))
    return false;
  if (attributes)
    for (NamedAttribute wanted : attributes) {
      Attribute found = input.attributes.get(wanted.getName());
      if (!found)
        if (std::optional<Attribute> own =
                input.op->getInherentAttr(wanted.getName()))
          found = *own;
      if (!covers(found, wanted.getValue()))
        return false;
    }
  if ((minElements > 0 || maxElements > 0) && !matchesSize(input.op))
    return false;
  if (function && !function->match(input.function))
    return false;
  return (!scope && !location) || matchesPlace(input.loc);
}
