// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#define AMPRT_VECTOR_BYTES 64
#define AMPRT_TILE_ROWS 14
#include "Gemv.h"

constexpr amprt::Kernels amprt::avx512_32 = makeKernels<float>();
constexpr amprt::Kernels amprt::avx512_64 = makeKernels<double>();
