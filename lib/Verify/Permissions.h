// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_VERIFY_PERMISSIONS_H
#define LIB_VERIFY_PERMISSIONS_H

#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {

/// What the policy lets us lower.
class Permissions {
public:
  /// Without a policy everything is permitted.
  explicit Permissions(PolicyAttr policy);

  /// Whether f32 may have become `element`.
  bool mayBecome(Type element) const;

  /// Notes what the attributes of the input say about `op` alone: the user's
  /// wish, or what rules come to.
  void hear(Operation *op, DictionaryAttr said);

  /// Whether a slot of `op` may be low: what it multiplies, or its result, if
  /// it is a contraction; the op as a whole otherwise. Of an input in which
  /// the policy's rules are not resolved nothing is known.
  bool mayLower(Operation *op, const OpRow &row, unsigned slot) const;

private:
  void add(ArrayAttr list, bool permitted);

  PolicyAttr policy;
  llvm::StringMap<bool> entries;
  llvm::DenseMap<Operation *, bool> own, ownResults;
  StringAttr require, listed, listedResult;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_PERMISSIONS_H
