// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Composites that the user names: each is a call of its decomposition.
#ifndef LIB_PRECISION_COMPOSITES_H
#define LIB_PRECISION_COMPOSITES_H

#include "dialects/amp/IR/Amp.h"

namespace mlir::amp::precision {

class Composites {
public:
  explicit Composites(PolicyAttr policy);

  /// Returns true if the types of `op` follow those of the function that it
  /// runs: a plain call, or a composite that a list, a rule or `amp.require`
  /// names. A composite without such a name keeps its types.
  bool isCall(Operation *op) const;

  /// Passes what the user says about the only call of `function`, or about all
  /// of its calls alike, on to what it is given and returns, and a denial to
  /// all that is inside; a call in the body of an op denies.
  void passOn(Operation *function, ArrayRef<Operation *> calls) const;

  /// Returns what a requirement, a rule, or the policy says of a call; null if
  /// nothing does.
  ListedAttr find(Operation *call) const;

private:
  llvm::DenseMap<StringAttr, ListedAttr> byName;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_COMPOSITES_H
