// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_PERMISSIONS_H
#define LIB_VERIFY_PERMISSIONS_H

#include "lib/OpModel/OpModel.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <array>

namespace mlir::amp {

/// What the policy lets us lower.
class Permissions {
public:
  /// Without a policy everything is permitted. `isResolved`: ops say what rules
  /// and conditions come to; else, where there are any, all is permitted too,
  /// but what a list denies by its role.
  Permissions(PolicyAttr policy, bool isResolved);

  /// Whether f32 may have become `element`.
  bool mayBecome(Type element) const;

  /// What public functions read and return instead of f32; null for f32.
  Type getIo() const { return policy ? policy.getIo() : Type(); }

  /// Notes what the attributes of the input say about `op` alone: the user's
  /// wish, what rules come to, or its role.
  void hear(Operation *op, DictionaryAttr said);

  /// Whether a slot of `op` may be low: what it multiplies, or its result, if
  /// it is a contraction; the op as a whole otherwise.
  bool mayLower(Operation *op, const OpRow &row, unsigned slot) const;

  /// Whether the user asked for it to be low, whatever its place in the
  /// program: by force, or by a rule or wish that allows it.
  bool isAskedFor(Operation *op, const OpRow &row, unsigned slot) const;

  /// Whether the policy wants contractions to ask for f32 where they stay f32;
  /// and whether this one may be cut to TF32 all the same.
  F32Mode getF32() const { return policy ? policy.getF32() : F32Mode::keep; }
  bool mayBeCut(Operation *op, const OpRow &row) const;

private:
  struct Say {
    bool isPermitted = false, isAskedFor = false, isTf32 = false;
  };

  void add(ListKind list, ArrayAttr entries);
  Say find(Operation *op, const OpRow &row, unsigned slot) const;
  const Say *findRole(StringAttr role);
  const Say *findComposite(FunctionOpInterface function) const;

  PolicyAttr policy;
  bool isKnown;
  llvm::DenseMap<StringAttr, Say> entries;
  std::array<Say, getMaxEnumValForOpClass() + 1> classes;
  Say contractionResult;
  llvm::DenseMap<StringAttr, const Say *> roles;
  llvm::DenseMap<Operation *, Say> own, ownResults;
  /// By decomposition, once somebody asks.
  mutable std::optional<llvm::DenseMap<StringAttr, Say>> composites;
  StringAttr role, require, listed, listedResult;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_PERMISSIONS_H
