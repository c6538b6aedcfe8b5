// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions are decided per call site: a private function gets a copy for each
// call, and copies that were decided alike become one again.
#ifndef LIB_PRECISION_CALLSITES_H
#define LIB_PRECISION_CALLSITES_H

#include "lib/Graph/Calls.h"
#include "lib/Graph/ProgramGraph.h"
#include "lib/Precision/Composites.h"

namespace mlir::amp::precision {

class CallSites {
public:
  /// Finds the functions whose signature may change: private, with a body,
  /// mentioned by calls only, or by composites that the user names. Diagnoses
  /// recursion among those with f32.
  static FailureOr<CallSites> find(const ProgramGraph &graph,
                                   PolicyAttr policy);

  /// Gives each call its own copy, callers first, as long as the module does
  /// not grow beyond twice its ops; later calls share one copy, with a remark.
  /// User constraints of a composite move to its copy, as `amp.listed`.
  void split(ModuleOp module);

  using Comparison = llvm::function_ref<bool(Operation *, Operation *)>;

  /// Merges copies whose ops carry the same decisions and are priced alike
  /// (`areAlike` compares two ops), callees first.
  void merge(ModuleOp module, Comparison areAlike);

  /// The op that stays for each op of a merged copy. The latter are names: they
  /// are erased.
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
