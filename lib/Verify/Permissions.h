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

  /// Whether a slot of `op` may be low: what it multiplies, or its result, if
  /// it is a contraction; the op as a whole otherwise.
  bool mayLower(Operation *op, const OpRow &row, unsigned slot) const;

private:
  void add(ArrayAttr list, bool permitted);

  PolicyAttr policy;
  llvm::StringMap<bool> entries;
};

} // namespace mlir::amp

#endif // LIB_VERIFY_PERMISSIONS_H
