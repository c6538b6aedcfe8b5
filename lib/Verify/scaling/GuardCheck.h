// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gradients that the flag of each guard has to test.
#ifndef LIB_VERIFY_SCALING_GUARDCHECK_H
#define LIB_VERIFY_SCALING_GUARDCHECK_H

#include "lib/Graph/Dataflow.h"
#include "lib/Verify/scaling/Correspondence.h"
#include "lib/Verify/scaling/Devices.h"

namespace mlir::amp::verify {

/// Checks flags against the gradients that they have to test.
class GuardCheck {
public:
  GuardCheck(Scales &scales, Verdicts &verdicts, Correspondence &pairs)
      : scales(scales), verdicts(verdicts), pairs(pairs) {}

  /// Pairs gradients that no result of the marked program depends on with the
  /// values that the flags of their groups test.
  LogicalResult pairUnusedGradients();
  /// The flag that each group returns tests all of its gradients.
  LogicalResult checkFound();
  /// Each guard tests the gradients that its state is computed from; all of its
  /// group, if there are none.
  LogicalResult checkGuards(FunctionOpInterface function,
                            std::shared_ptr<RegionGraphs> graphs);
  /// Returns true if the flag tests gradients, and only those of a group.
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
  /// Flags that test the gradients of these marks, as was checked before.
  std::set<std::pair<const void *, std::vector<unsigned>>> checked;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_GUARDCHECK_H
