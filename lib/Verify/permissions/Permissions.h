// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_PERMISSIONS_PERMISSIONS_H
#define LIB_VERIFY_PERMISSIONS_PERMISSIONS_H

#include "lib/Verify/permissions/Conditions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>

namespace mlir::amp::verify {

/// Permissions of a policy to lower ops to its low-precision type.
class Permissions {
public:
  /// Without a policy, everything is permitted and nothing is requested.
  /// Resolves rules, roles and list entries with conditions.
  Permissions(PolicyAttr policy, const ArgumentReaders &readers);

  /// Returns true if the policy permits f32 to become `element`.
  bool mayBecome(Type element) const;

  /// Returns true if the policy names this composite, so that its function's
  /// types may change.
  bool isListed(Operation *composite) const;

  /// Returns the type of f32 arguments and results of public functions; null
  /// for f32.
  Type getIo() const { return policy ? policy.getIo() : Type(); }

  /// Stores the decision for one op: the user's constraint, AMP off, or the
  /// most specific rule or condition that matches the op.
  void record(const InputOp &input, bool isOff);

  /// Pre-check for `record`: returns false if no rule or condition can match an
  /// op with these attributes.
  bool isHeard(DictionaryAttr attributes, bool isOff) const;

  /// Returns true if `slot` of `op` may be low. Only contractions distinguish
  /// operands and result; for other ops, the decision is for the whole op.
  bool mayLower(Operation *op, const OpRow &row, unsigned slot) const;

  /// Returns true if the user requests the op to be low, regardless of its
  /// place in the program: by force, or by a rule or requirement that allows
  /// it.
  bool isUserRequested(Operation *op, const OpRow &row, unsigned slot) const;

  /// Returns the list of a slot, none if no list names it, and true if the user
  /// requests the slot to be low.
  std::pair<std::optional<ListKind>, bool>
  findListAndAsked(Operation *op, const OpRow &row, unsigned slot) const;

  /// Returns the list of a slot; none if no list names it, or without a policy.
  std::optional<ListKind> findList(Operation *op, const OpRow &row,
                                   unsigned slot) const;

  /// Returns the mode of contractions that stay f32. `mayUseTf32` returns true
  /// if the `tf32` list permits TF32 for `op` regardless of this mode.
  F32Mode getF32() const { return policy ? policy.getF32() : F32Mode::keep; }
  bool mayUseTf32(Operation *op, const OpRow &row) const;

private:
  struct Say {
    std::optional<ListKind> list;
    bool isUsers = false; ///< from a rule or a constraint

    bool isPermitted() const {
      return list && *list != ListKind::deny && *list != ListKind::tf32;
    }
    bool isUserRequested() const {
      return list == ListKind::force || (isUsers && list == ListKind::allow);
    }
  };

  void add(ListKind list, Attribute entry);
  std::optional<Say> resolve(const InputOp &input, bool aboutResults) const;
  Say find(Operation *op, const OpRow &row, unsigned slot) const;
  const Say *findComposite(FunctionOpInterface function) const;

  PolicyAttr policy;
  std::vector<Condition> conditions;
  bool needsRole = true; ///< true if every condition has a role
  llvm::DenseMap<StringAttr, Say> entries;
  std::array<Say, getMaxEnumValForOpClass() + 1> classes;
  Say contractionResult;
  llvm::DenseMap<Operation *, Say> own, ownResults;
  /// By symbol of the decomposition; computed on demand.
  mutable std::optional<llvm::DenseMap<StringAttr, Say>> composites;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_PERMISSIONS_H
