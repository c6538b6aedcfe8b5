/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * How a contraction is computed, by an estimate of what each way costs. */
#ifndef LIB_RUN_PLAN_H
#define LIB_RUN_PLAN_H

#include "Nest.h"

#include <optional>

namespace amprt {

struct Plan {
  /// The sorted loops; a and b may have changed places.
  Nest nest;
  bool isSwapped;
  /// Loop that runs along vectors, taken out of the nest's loops; tiles if
  /// none.
  std::optional<Loop> along;
  double cycles;
};

/// For results of this type on this processor, or what AMP_KERNELS names.
const Kernels &kernelsFor(amprt_type type);

Plan choosePlan(const Nest &nest, const Kernels &kernels);

} // namespace amprt

#endif // LIB_RUN_PLAN_H
