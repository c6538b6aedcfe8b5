// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define AMPRT_VECTOR_BYTES 16
#define AMPRT_TILE_ROWS 6
#include "Gemv.h"

constexpr amprt::Kernels amprt::portable32 = makeKernels<float>();
constexpr amprt::Kernels amprt::portable64 = makeKernels<double>();
