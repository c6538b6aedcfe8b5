// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// States that the matching does not find:
//
//   %a1 = reduce maximum(add(%g2, broadcast %a))   // has the type of %a
//     ==>   error: an overflow would reach %a
#ifndef LIB_SCALING_INFER_UNPAIRED_H
#define LIB_SCALING_INFER_UNPAIRED_H

#include "lib/Scaling/infer/Roles.h"
#include "lib/Scaling/infer/States.h"

namespace mlir::amp::scaling {

/// Finds a result that is computed from gradients, and that no pair, copy or
/// role explains, if it may replace an unpaired argument of its type: one that
/// it is computed from, or one without uses. A scalar result may be a metric.
/// It counts only if it depends on gradients other than through new states, and
/// on a scalar argument other than through gradients.
std::optional<Ambiguity> findUnpaired(const StepGraph &graph,
                                      const Roles &roles, const States &states,
                                      const llvm::BitVector &gradients);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_UNPAIRED_H
