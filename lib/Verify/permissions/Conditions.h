// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conditions of a policy: rules, and list entries that depend on more than the
// op name. Resolved without lib/Policy and its `amp.listed` attribute.
#ifndef LIB_VERIFY_PERMISSIONS_CONDITIONS_H
#define LIB_VERIFY_PERMISSIONS_CONDITIONS_H

#include "lib/Graph/ProgramGraph.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Regex.h"
#include <array>
#include <memory>

namespace mlir::amp::verify {

/// Properties of an input op on which conditions depend.
struct InputOp {
  Operation *op;             ///< its counterpart in the output
  const OpRow *row;          ///< null if the model does not know the op
  DictionaryAttr attributes; ///< discardable attributes in the input
  StringRef role;            ///< from `attributes`; empty for most ops
  Location loc;              ///< location in the input
  StringRef function;        ///< symbol of the function around it
  Operation *name; ///< address in the input; compared, never dereferenced
};

/// Ops that use a named argument, by the pattern of the rule.
using ArgumentReaders = llvm::DenseMap<StringAttr, DenseSet<Operation *>>;

/// Returns the ops of the input that use an argument named by a rule of
/// `policy`, directly or through loops, branches and calls.
ArgumentReaders findArgumentReaders(GraphOf input, PolicyAttr policy);

/// Returns the ops of the input for which AMP is off: those inside a composite
/// or scope "amp.off" or inside an op whose `amp.require` is deny, and those of
/// functions that only such ops call.
DenseSet<Operation *> findOffOps(ModuleOp input, GraphOf graph);

/// Rule of a policy, or list entry with a condition.
class Condition {
public:
  Condition(RuleAttr rule, const ArgumentReaders &readers);
  Condition(ListKind list, WhenAttr when);
  Condition(ListKind list, StringAttr group);

  bool matches(const InputOp &input) const;

  /// Specificity in the order that `#amp.rule` documents; the highest wins.
  using Rank = std::array<size_t, 8>;

  ListKind list;
  Rank rank = {};
  bool isRule = false;
  bool isAboutResults = false; ///< matches results of contractions
  bool needsRole() const { return !role.empty(); }

private:
  void setOp(StringAttr name);
  bool matchesOp(const InputOp &input) const;
  bool matchesRole(StringRef found) const;
  bool matchesSize(Operation *op) const;
  bool matchesPlace(Location loc) const;

  StringAttr name; ///< of an op or composite
  std::optional<OpClass> opClass;
  StringRef role;
  DictionaryAttr attributes;
  std::unique_ptr<llvm::Regex> scope, location, function;
  const DenseSet<Operation *> *readers = nullptr;
  double minElements = 0, maxElements = 0; ///< 0: no bound
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_CONDITIONS_H
