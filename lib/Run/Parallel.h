/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef LIB_RUN_PARALLEL_H
#define LIB_RUN_PARALLEL_H

#include "lib/Run/Run.h"
#include <type_traits>

namespace amprt {

/// Returns the number of threads of amprt_parallel_for, including the caller.
int countThreads();

/// amprt_parallel_for with a callable.
template <typename Body>
void parallelFor(int64_t extent, int64_t grain, Body &&body) {
  amprt_parallel_for(
      extent, grain,
      [](void *context, int64_t begin, int64_t end) {
        (*static_cast<std::remove_reference_t<Body> *>(context))(begin, end);
      },
      &body);
}

} // namespace amprt

#endif // LIB_RUN_PARALLEL_H
