// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_RULEMATCHER_H
#define LIB_POLICY_RULEMATCHER_H

#include "lib/Policy/ReadersOf.h"
#include <array>
#include <memory>

namespace mlir::amp::policy {

/// Matches ops against a rule, or a list entry with a condition.
class RuleMatcher {
public:
  RuleMatcher(RuleAttr rule, GraphOf graph);
  RuleMatcher(ListKind list, WhenAttr when);
  RuleMatcher(ListKind list, StringAttr group);

  /// `given` is the op's own role, or null.
  bool matches(Operation *op, const OpRow *row, StringAttr given);

  /// The higher rank wins: rules over entries, then by the kinds of conditions
  /// in the order that `#amp.rule` documents.
  using Rank = std::array<unsigned, 8>;
  const Rank &getRank() const { return rank; }

  /// Returns the list of the rule, with the rule as reason.
  ListedAttr getVerdict() const { return verdict; }

  /// Returns true if the rule matches only ops that have a role.
  bool needsRole() const { return !role.empty(); }

  /// Returns true if the rule names results of contractions, and not the op.
  bool isAboutResults() const { return aboutResults; }

private:
  void addOp(StringAttr name);
  void addRole(StringRef wanted);
  void addAttributes(DictionaryAttr wanted);
  bool matchesOp(Operation *op, const OpRow *row) const;
  bool matchesRole(StringAttr given) const;
  bool matchesElements(Operation *op) const;
  bool matchesFunction(Operation *op);
  bool matchesPlace(Location loc);

  Rank rank = {};
  ListedAttr verdict;
  bool aboutResults = false;
  StringAttr opName;
  StringRef role;
  std::optional<OpClass> opClass;
  DictionaryAttr attributes;
  int64_t minElements = 0, maxElements = 0; ///< 0 if unbounded
  std::unique_ptr<llvm::Regex> scope, location, function;
  std::optional<DenseSet<Operation *>> readers;
  llvm::DenseMap<Operation *, bool> knownFunctions;
  llvm::DenseMap<Attribute, bool> knownPlaces;
};

} // namespace mlir::amp::policy

#endif // LIB_POLICY_RULEMATCHER_H
