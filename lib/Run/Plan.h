/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Plan of a contraction, the cheapest one by estimated cycles. */
#ifndef LIB_RUN_PLAN_H
#define LIB_RUN_PLAN_H

#include "Nest.h"

#include <optional>

namespace amprt {

struct Plan {
  /// Sorted loops; a and b may be exchanged.
  Nest nest;
  bool isSwapped;
  /// Vectorized loop, removed from the nest's loops; none for tiles.
  std::optional<Loop> along;
  double cycles;
};

/// Returns the kernels for this result type and processor, or those of
/// AMP_KERNELS.
const Kernels &kernelsFor(amprt_type type);

Plan choosePlan(const Nest &nest, const Kernels &kernels);

} // namespace amprt

#endif // LIB_RUN_PLAN_H
