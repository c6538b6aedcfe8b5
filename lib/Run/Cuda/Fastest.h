// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_FASTEST_H
#define LIB_RUN_CUDA_FASTEST_H

#include "lib/Run/Cuda/Driver.h"

#include <functional>

namespace amprt::cuda {

/// Which of `count` ways to do something is the fastest on `stream`; 0 where
/// none can be timed. `run` gives a library's error, and leaves `bytes` of
/// results where it is told: what is added to must be added to once.
int fastestOf(const Driver &driver, Handle stream, int count, uint64_t bytes,
              const std::function<int(int, void *)> &run);

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_FASTEST_H
