// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_MATCH_TYPES_H
#define LIB_VERIFY_MATCH_TYPES_H

#include "lib/Verify/permissions/Permissions.h"

namespace mlir::amp::verify {

/// The type that a value had in the input and the one that it has now.
struct TypeChange {
  Type was, now;
  explicit operator bool() const { return was != now; }
};

/// Compares the types that ops have with those they had.
class TypeRules {
public:
  TypeRules(PolicyAttr policy, const ArgumentReaders &readers)
      : permissions(policy, readers) {}

  /// Returns true if a value may have changed like that: from f32 to the
  /// policy's type, in the same shape.
  bool mayChange(TypeChange change);

  /// Returns the expected type in the signature of a public function: all f32
  /// in it becomes the policy's `io` type, if there is one.
  Type atInterface(Type was) const;

  /// An op outside of bodies: `was` holds the types of its operands, then of
  /// its results, some of which changed. `isJudged`: the policy has a say.
  LogicalResult checkSlots(Operation *op, const OpRow *row, ArrayRef<Type> was,
                           bool isJudged);

  /// A value in the body of an op that computes in `element`.
  LogicalResult checkInBody(Operation *op, Type element, TypeChange value);

  /// One value under several names, handed on by control flow or a function.
  LogicalResult checkJoint(Operation *op, const OpRow *row, unsigned number,
                           ArrayRef<TypeChange> values);

  Permissions permissions;

private:
  LogicalResult checkKept(Operation *op, TypeChange value, StringRef side,
                          unsigned number, bool hasSlot);

  llvm::DenseMap<std::pair<Type, Type>, bool> changes;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_MATCH_TYPES_H
