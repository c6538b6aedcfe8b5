// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Check of the gradients that the flag of each guard must test.
#ifndef LIB_VERIFY_SCALING_GUARDCHECK_H
#define LIB_VERIFY_SCALING_GUARDCHECK_H

#include "lib/Graph/Dataflow.h"
#include "lib/Verify/scaling/Correspondence.h"
#include "lib/Verify/scaling/Devices.h"

namespace mlir::amp::verify {

/// Checks flags against the gradients that they must test.
class GuardCheck {
public:
  GuardCheck(Program &scaled, Scales &scales, Verdicts &verdicts,
             Correspondence &pairs)
      : scales(scales), verdicts(verdicts), pairs(pairs), devices(scaled) {}

  /// Pairs gradients that no result of the marked program depends on with the
  /// values that the flags of their groups test.
  LogicalResult pairUnusedGradients();
  /// Checks that the returned flag of each group tests all of its gradients.
  LogicalResult checkFound();
  /// Checks that each guard tests the gradients that its state is computed
  /// from, or all gradients of its group if there are none.
  LogicalResult checkGuards(FunctionOpInterface function,
                            std::shared_ptr<RegionGraphs> graphs);
  /// Returns true if the flag tests at least one gradient.
  bool testsGradients(const Verdict &verdict) const;
  LogicalResult checkGroup(Value flag, unsigned group, Operation *op,
                           StringRef what);

private:
  LogicalResult check(Value flag, ArrayRef<unsigned> marks, Operation *op,
                      const Twine &what, bool mayBeNegated);
  Value findUntested(const Guard &guard, unsigned group);

  Scales &scales;
  Verdicts &verdicts;
  Correspondence &pairs;
  Devices devices;
  /// Flags that were checked before, with the marks of their gradients.
  std::set<std::pair<const void *, std::vector<unsigned>>> checked;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_GUARDCHECK_H
