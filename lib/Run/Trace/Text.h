// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Text of calls in a trace: memory by name, sizes, types, epilogues.
#ifndef LIB_RUN_TRACE_TEXT_H
#define LIB_RUN_TRACE_TEXT_H

#include "lib/Run/Backend.h"

namespace amprt {

struct Counts {
  uint64_t launches = 0, matmuls = 0, convolutions = 0, copies = 0, fills = 0,
           reads = 0;
};

/// Returns `12 launches, 1 copy`.
std::string summarize(const Counts &counts);

std::string describeLaunch(const amprt_kernel &kernel, void **arguments);
std::string describeCopy(void *to, const void *from, uint64_t bytes);
std::string describeFill(void *to, uint32_t value, uint32_t width,
                         uint64_t count);
std::string describeRead(const void *from, uint64_t bytes, int64_t value);
std::string describeMatmul(const struct amprt_matmul &how,
                           const struct amprt_operands &with);
std::string describeConvolution(const struct amprt_convolution &how,
                                const struct amprt_images &with);

} // namespace amprt

#endif // LIB_RUN_TRACE_TEXT_H
