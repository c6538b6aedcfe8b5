// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/RuleMatcher.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/Policy/LocationText.h"
#include "lib/Policy/ReadersOf.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

//===----------------------------------------------------------------------===//
// Conditions of a rule, from the widest to the narrowest
//===----------------------------------------------------------------------===//

namespace {
enum RankPart {
  isRule,
  argument,
  places,
  function,
  role,
  attributes,
  elements,
  op
};
} // namespace

static std::unique_ptr<llvm::Regex> compile(StringAttr pattern) {
  return pattern ? std::make_unique<llvm::Regex>(pattern) : nullptr;
}

RuleMatcher::RuleMatcher(ListKind list, WhenAttr when)
    : verdict(ListedAttr::ofEntry(
          list, StringAttr::get(when.getContext(), when.describe()))) {
  addOp(when.getOp());
  addAttributes(when.getAttributes());
}

RuleMatcher::RuleMatcher(ListKind list, StringAttr group)
    : verdict(ListedAttr::ofEntry(list, group)) {
  addOp(group);
}

RuleMatcher::RuleMatcher(RuleAttr rule, GraphOf graph)
    : verdict(
          ListedAttr::get(rule.getContext(), rule.getList(),
                          ReasonAttr::get(rule.getContext(), ReasonKind::rule,
                                          StringAttr::get(rule.getContext(),
                                                          rule.describe())))),
      minElements(rule.getMinElements()), maxElements(rule.getMaxElements()),
      scope(compile(rule.getScope())), location(compile(rule.getLocation())),
      function(compile(rule.getFunction())) {
  addOp(rule.getOp());
  addAttributes(rule.getAttributes());
  if (rule.getRole())
    addRole(rule.getRole());
  if (auto pattern = compile(rule.getArgument()))
    readers = findReadersOf(*pattern, graph());
  rank[RankPart::isRule] = true;
  rank[RankPart::argument] = readers.has_value();
  rank[RankPart::places] = !!scope + !!location;
  rank[RankPart::function] = !!function;
  rank[RankPart::elements] = !!minElements + !!maxElements;
}

/// Sets the role. A part of a group ranks higher than the group.
void RuleMatcher::addRole(StringRef wanted) {
  role = wanted;
  rank[RankPart::role] = wanted.contains('.') ? 2 : 1;
}

void RuleMatcher::addOp(StringAttr name) {
  if (!name)
    return;
  if (StringRef group = name; group.consume_front(PolicyAttr::groupPrefix))
    return addRole(group);
  aboutResults = name == "contraction.result";
  opClass = aboutResults ? OpClass::contraction : symbolizeOpClass(name);
  opName = opClass ? nullptr : name;
  rank[RankPart::op] = opClass ? 1 : 2;
}

void RuleMatcher::addAttributes(DictionaryAttr wanted) {
  attributes = wanted;
  rank[RankPart::attributes] = wanted ? wanted.size() : 0;
}

//===----------------------------------------------------------------------===//
// Matching ops
//===----------------------------------------------------------------------===//

/// Arguments and results of functions are of class `control`.
bool RuleMatcher::matchesOp(Operation *op, const OpRow *row) const {
  if (opName && op->getName().getIdentifier() != opName &&
      findCompositeName(op) != opName)
    return false;
  return !opClass ||
         *opClass == (isa<FunctionOpInterface>(op) ? OpClass::control
                                                   : classOf(op, row));
}

/// A group name without a part matches the parts that need f32: statistic and
/// interior.
bool RuleMatcher::matchesRole(StringAttr given) const {
  StringRef part = given ? given.getValue() : StringRef();
  return part.consume_front(role) &&
         (part.empty() || part == ".statistic" || part == ".interior");
}

/// Returns the number of elements of the largest float tensor; none if a shape
/// is dynamic.
static std::optional<double> findLargest(Operation *op) {
  std::optional<double> most;
  auto look = [&](Type type) {
    if (!isFloat(type))
      return true;
    std::optional<double> count = countElements(type);
    most = std::max(most, count);
    return count.has_value();
  };
  bool isKnown = llvm::all_of(op->getOperandTypes(), look) &&
                 llvm::all_of(op->getResultTypes(), look);
  return isKnown ? most : std::nullopt;
}

/// An op in a body runs once per element of its parent op, so the elements of
/// the parent count.
bool RuleMatcher::matchesElements(Operation *op) const {
  if (Operation *owner = findBodyOwner(op))
    op = owner;
  std::optional<double> count = findLargest(op);
  return count && *count >= minElements &&
         (!maxElements || *count <= maxElements);
}

bool RuleMatcher::matchesFunction(Operation *op) {
  auto around = dyn_cast<FunctionOpInterface>(op);
  if (!around)
    around = op->getParentOfType<FunctionOpInterface>();
  if (!around)
    return false;
  auto [known, isNew] = knownFunctions.try_emplace(around, false);
  if (isNew)
    known->second = function->match(around.getName());
  return known->second;
}

bool RuleMatcher::matchesPlace(Location loc) {
  auto [known, isNew] = knownPlaces.try_emplace(LocationAttr(loc), false);
  if (isNew)
    known->second = (!scope || matchesScope(loc, *scope)) &&
                    (!location || matchesLocation(loc, *location));
  return known->second;
}

/// Returns true if `found` equals `wanted`; dictionaries in `found` may have
/// further entries.
static bool isOrHolds(Attribute found, Attribute wanted) {
  auto all = dyn_cast_if_present<DictionaryAttr>(found);
  auto some = dyn_cast<DictionaryAttr>(wanted);
  if (!all || !some)
    return found == wanted;
  return llvm::all_of(some, [&](NamedAttribute part) {
    return isOrHolds(all.get(part.getName()), part.getValue());
  });
}

/// Evaluates cheap conditions first.
bool RuleMatcher::matches(Operation *op, const OpRow *row, StringAttr given) {
  auto hasAttr = [&](NamedAttribute wanted) {
    return isOrHolds(op->getAttr(wanted.getName()), wanted.getValue());
  };
  return (role.empty() || matchesRole(given)) && matchesOp(op, row) &&
         (!readers || readers->contains(op)) &&
         (!attributes || llvm::all_of(attributes, hasAttr)) &&
         ((!minElements && !maxElements) || matchesElements(op)) &&
         (!function || matchesFunction(op)) &&
         ((!scope && !location) || matchesPlace(op->getLoc()));
}
