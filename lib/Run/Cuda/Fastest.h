// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_FASTEST_H
#define LIB_RUN_CUDA_FASTEST_H

#include "lib/Run/Cuda/Driver.h"

#include <functional>

namespace amprt::cuda {

/// Returns the fastest of `count` algorithms on `stream`; 0 if none can be
/// timed. `run` writes `bytes` of results to a given address, because
/// accumulation into the real output must happen once. It returns a library's
/// error.
int fastestOf(const Driver &driver, Handle stream, int count, uint64_t bytes,
              const std::function<int(int, void *)> &run);

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_FASTEST_H
