/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * 16-bit floats as exact f32. */
#ifndef LIB_RUN_ELEMENT_H
#define LIB_RUN_ELEMENT_H

#include "lib/Run/Run.h"
#include <cstring>

namespace amprt {

inline float fromBits(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float widenBf16(uint16_t bits) { return fromBits(uint32_t(bits) << 16); }

/// Subnormal numbers gain an exponent by a multiplication, which is exact.
inline float widenF16(uint16_t bits) {
  uint32_t sign = uint32_t(bits & 0x8000) << 16;
  uint32_t rest = uint32_t(bits & 0x7fff) << 13;
  if (rest >= 0x0f800000) // infinity, NaN
    return fromBits(sign | rest | 0x7f800000);
  return fromBits(sign | rest) * 0x1p112f;
}

/// An array that a contraction reads.
struct Operand {
  const void *data;
  amprt_type type;

  double load(int64_t at) const {
    switch (type) {
    case AMPRT_F64:
      return static_cast<const double *>(data)[at];
    case AMPRT_F32:
      return static_cast<const float *>(data)[at];
    case AMPRT_F16:
      return widenF16(static_cast<const uint16_t *>(data)[at]);
    case AMPRT_BF16:
      return widenBf16(static_cast<const uint16_t *>(data)[at]);
    }
    return 0;
  }
};

} // namespace amprt

#endif // LIB_RUN_ELEMENT_H
