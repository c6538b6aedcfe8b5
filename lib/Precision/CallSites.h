// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Precision per call site: a private function is cloned for each call, and
// copies with equal decisions are merged again.
#ifndef LIB_PRECISION_CALLSITES_H
#define LIB_PRECISION_CALLSITES_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Precision/Composites.h"

namespace mlir::amp::precision {

class CallSites {
public:
  /// Finds the functions whose signature may change: private, with a body, and
  /// referenced only by calls, or by composites that the user names. Diagnoses
  /// recursion.
  static FailureOr<CallSites> find(const ProgramGraph &graph,
                                   PolicyAttr policy);

  /// Clones functions for each call, callers first, until the module has twice
  /// its ops; the remaining calls of a function share a copy, with a remark.
  /// User constraints of a composite move to its copy, as `amp.listed`.
  void split(ModuleOp module);

  using Comparison = llvm::function_ref<bool(Operation *, Operation *)>;

  /// Merges copies whose ops have equal decisions and satisfy `areAlike` (equal
  /// treatment by the cost model), callees first.
  void merge(ModuleOp module, Comparison areAlike);

  /// Returns the kept op for each op of a merged copy. The keys are erased ops
  /// and must not be dereferenced.
  const llvm::DenseMap<Operation *, Operation *> &getKeptFor() const {
    return keptFor;
  }

  /// Returns true if the signature of `function` may change.
  bool decides(Operation *function) const { return callsOf.contains(function); }

  /// Returns true if functions were copied.
  bool changed() const { return !copiesOf.empty(); }

private:
  explicit CallSites(PolicyAttr policy) : composites(policy) {}

  Composites composites;
  CallMap callsOf;
  SmallVector<Operation *> order; ///< callers before callees
  llvm::DenseMap<Operation *, SmallVector<Operation *>> copiesOf;
  llvm::DenseMap<Operation *, Operation *> keptFor;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_CALLSITES_H
