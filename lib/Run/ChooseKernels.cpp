// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Plan.h"

#include <cstdlib>
#include <cstring>

using namespace amprt;

#if defined(__x86_64__)
namespace {
struct Choice {
  const char *name;
  bool isThere;
  const Kernels &of32, &of64;
};
} // namespace

static bool hasAvx512() {
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512vl");
}

/// Returns the best kernels that this processor supports, or those that
/// AMP_KERNELS names, if supported.
static Choice chooseKernels() {
  bool hasAvx2 = __builtin_cpu_supports("avx2") &&
                 __builtin_cpu_supports("fma") &&
                 __builtin_cpu_supports("f16c");
  const Choice choices[] = {{"avx512", hasAvx512(), avx512_32, avx512_64},
                            {"avx2", hasAvx2, avx2_32, avx2_64},
                            {"portable", true, portable32, portable64}};
  const char *wanted = std::getenv("AMP_KERNELS");
  for (const Choice &choice : choices)
    if (choice.isThere && wanted && std::strcmp(wanted, choice.name) == 0)
      return choice;
  for (const Choice &choice : choices)
    if (choice.isThere)
      return choice;
  return choices[2];
}

const Kernels &amprt::kernelsFor(amprt_type type) {
  static const Choice choice = chooseKernels();
  return type == AMPRT_F64 ? choice.of64 : choice.of32;
}
#else
const Kernels &amprt::kernelsFor(amprt_type type) {
  return type == AMPRT_F64 ? portable64 : portable32;
}
#endif
