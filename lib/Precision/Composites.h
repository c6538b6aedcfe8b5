// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composites that the user names are handled as calls of their decompositions.
#ifndef LIB_PRECISION_COMPOSITES_H
#define LIB_PRECISION_COMPOSITES_H

#include "dialects/amp/IR/Amp.h"

namespace mlir::amp::precision {

class Composites {
public:
  explicit Composites(PolicyAttr policy);

  /// Returns true if the types of `op` follow those of its callee: a plain
  /// call, or a composite that a list, a rule or `amp.require` names. Other
  /// composites keep their types.
  bool isCall(Operation *op) const;

  /// Sets the constraint that all `calls` share as `amp.listed` on `function`,
  /// for its arguments and results; a denial, on the ops inside, too. A call in
  /// the body of an op counts as a denial.
  void passOn(Operation *function, ArrayRef<Operation *> calls) const;

  /// Returns the constraint of a call: by `amp.require`, a rule, or a list of
  /// the policy; null if there is none.
  ListedAttr find(Operation *call) const;

private:
  llvm::DenseMap<StringAttr, ListedAttr> byName;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_COMPOSITES_H
