// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_TYPES_H
#define LIB_VERIFY_MATCH_TYPES_H

#include "lib/Verify/permissions/Permissions.h"

namespace mlir::amp::verify {

/// Type of a value in the input (`was`) and in the output (`now`).
struct TypeChange {
  Type was, now;
  explicit operator bool() const { return was != now; }
};

/// Checks of types in the output against those in the input.
class TypeRules {
public:
  TypeRules(PolicyAttr policy, const ArgumentReaders &readers)
      : permissions(policy, readers) {}

  /// Returns true if `change` is permitted: from f32 to the policy's type, with
  /// the same shape.
  bool mayChange(TypeChange change);

  /// Returns the expected type in the signature of a public function: f32
  /// becomes the policy's `io` type, if there is one.
  Type atInterface(Type was) const;

  /// Checks an op outside of bodies. `was` holds the input types of its
  /// operands, then of its results. `isJudged`: the policy's lists apply.
  LogicalResult checkSlots(Operation *op, const OpRow *row, ArrayRef<Type> was,
                           bool isJudged);

  /// Checks a value in the body of an op that computes in `element`.
  LogicalResult checkInBody(Operation *op, Type element, TypeChange value);

  /// Checks that the names of one carried value, of control flow or a function,
  /// share one type, and that the policy permits it.
  LogicalResult checkCarriedValue(Operation *op, const OpRow *row,
                                  unsigned number, ArrayRef<TypeChange> values);

  Permissions permissions;

private:
  LogicalResult checkKept(Operation *op, TypeChange value, StringRef side,
                          unsigned number, bool hasSlot);

  llvm::DenseMap<std::pair<Type, Type>, bool> changes;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_TYPES_H
