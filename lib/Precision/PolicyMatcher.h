// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_POLICYMATCHER_H
#define LIB_PRECISION_POLICYMATCHER_H

#include "lib/Precision/SlotGraph.h"

namespace mlir::amp {

/// The lists of a policy, ready to be asked about one slot at a time.
class PolicyMatcher {
public:
  explicit PolicyMatcher(PolicyAttr policy);

  struct Verdict {
    Colour colour;
    ReasonAttr reason;
  };

  /// What the policy says about a slot of an op: by the op's name, else by its
  /// class; `unlisted` if neither is on a list. The result of a contraction is
  /// the class "contraction.result".
  Verdict find(const SlotNode &node) const;

private:
  void add(ArrayAttr list, Colour colour, ReasonKind kind);
  StringAttr classEntry(const SlotNode &node) const;

  llvm::DenseMap<StringAttr, Verdict> entries;
  SmallVector<StringAttr> classNames;
  StringAttr contractionResult;
  ReasonAttr unlisted;
};

} // namespace mlir::amp

#endif // LIB_PRECISION_POLICYMATCHER_H
