// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define AMPRT_VECTOR_BYTES 32
#define AMPRT_TILE_ROWS 6
#include "Gemv.h"

constexpr amprt::Kernels amprt::avx2_32 = makeKernels<float>();
constexpr amprt::Kernels amprt::avx2_64 = makeKernels<double>();
