// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_POLICYMATCHER_H
#define LIB_PRECISION_POLICYMATCHER_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp::precision {

/// Looks up slots in the lists of a policy.
class PolicyMatcher {
public:
  explicit PolicyMatcher(PolicyAttr policy);

  struct Verdict {
    Colour colour;
    ReasonAttr reason;
    bool isForced = false;
  };

  /// Returns the verdict of the policy on a slot of an op: by the op's own
  /// attributes (`amp.require`, `amp.listed`), else by its name, else by its
  /// class; `unlisted` if neither is on a list. The result of a contraction is
  /// the class "contraction.result".
  Verdict find(const SlotNode &node) const;

private:
  std::optional<Verdict> findOnOp(const SlotNode &node, bool isResult) const;
  StringAttr classEntry(const SlotNode &node) const;

  llvm::DenseMap<StringAttr, Verdict> entries;
  SmallVector<StringAttr> classNames;
  StringAttr contractionResult, require, listed, listedResult;
  ReasonAttr unlisted;
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_POLICYMATCHER_H
