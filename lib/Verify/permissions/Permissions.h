// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_PERMISSIONS_PERMISSIONS_H
#define LIB_VERIFY_PERMISSIONS_PERMISSIONS_H

#include "lib/Verify/permissions/Conditions.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>

namespace mlir::amp::verify {

/// Permissions of the policy to lower.
class Permissions {
public:
  /// Without a policy the lists permit everything, and nothing is asked for.
  /// Rules, roles and entries with conditions are resolved here.
  Permissions(PolicyAttr policy, const ArgumentReaders &readers);

  /// Returns true if f32 may have become `element`.
  bool mayBecome(Type element) const;

  /// Returns true if the policy names this composite, so that its function's
  /// types may change.
  bool isListed(Operation *composite) const;

  /// Returns the type of f32 arguments and results of public functions; null
  /// for f32.
  Type getIo() const { return policy ? policy.getIo() : Type(); }

  /// Notes what is said about one op alone: the user's wish, that AMP is off
  /// for it, or the most specific rule or condition that matches it.
  void hear(const InputOp &input, bool isOff);

  /// Returns true if the policy may name an op with these attributes: cheaper
  /// than the full query.
  bool isHeard(DictionaryAttr attributes, bool isOff) const;

  /// Returns true if a slot of `op` may be low: its operands, or its result, if
  /// it is a contraction; the op as a whole otherwise.
  bool mayLower(Operation *op, const OpRow &row, unsigned slot) const;

  /// Returns true if the user requests the op to be low, regardless of its
  /// place in the program: by force, or by a rule or requirement that allows
  /// it.
  bool isAskedFor(Operation *op, const OpRow &row, unsigned slot) const;

  /// The list that a slot is on, none where no list names it, and whether the
  /// user asked for it to be low.
  std::pair<std::optional<ListKind>, bool>
  findListAndAsked(Operation *op, const OpRow &row, unsigned slot) const;

  /// The list that a slot is on; none where no list names it, and without a
  /// policy.
  std::optional<ListKind> findList(Operation *op, const OpRow &row,
                                   unsigned slot) const;

  /// Returns the mode of contractions that stay f32; `mayBeCut` returns true if
  /// TF32 is permitted for `op` all the same.
  F32Mode getF32() const { return policy ? policy.getF32() : F32Mode::keep; }
  bool mayBeCut(Operation *op, const OpRow &row) const;

private:
  struct Say {
    std::optional<ListKind> list;
    bool isUsers = false; ///< by a rule or a wish

    bool isPermitted() const {
      return list && *list != ListKind::deny && *list != ListKind::tf32;
    }
    bool isAskedFor() const {
      return list == ListKind::force || (isUsers && list == ListKind::allow);
    }
  };

  void add(ListKind list, Attribute entry);
  std::optional<Say> resolve(const InputOp &input, bool aboutResults) const;
  Say find(Operation *op, const OpRow &row, unsigned slot) const;
  const Say *findComposite(FunctionOpInterface function) const;

  PolicyAttr policy;
  std::vector<Condition> conditions;
  bool needsRole = true; ///< all conditions do
  llvm::DenseMap<StringAttr, Say> entries;
  std::array<Say, getMaxEnumValForOpClass() + 1> classes;
  Say contractionResult;
  llvm::DenseMap<Operation *, Say> own, ownResults;
  /// By decomposition, once somebody asks.
  mutable std::optional<llvm::DenseMap<StringAttr, Say>> composites;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_PERMISSIONS_PERMISSIONS_H
