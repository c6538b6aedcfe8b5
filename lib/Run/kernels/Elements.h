/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Exact conversion of elements of any type to T, in contiguous runs. */
#ifndef LIB_RUN_KERNELS_ELEMENTS_H
#define LIB_RUN_KERNELS_ELEMENTS_H

#include "Kernels.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

namespace {
using amprt::GemvTask;
using amprt::Loop;
using amprt::Span;
using amprt::Task;

struct Half {
  uint16_t bits;
};
struct Brain {
  uint16_t bits;
};

inline float fromBits(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof(value));
  return value;
}

inline float widen(float value) { return value; }
inline double widen(double value) { return value; }
inline float widen(Brain value) { return fromBits(uint32_t(value.bits) << 16); }

/// The exponent's bias grows by 112, twice for infinities and NaNs. Subnormal
/// numbers get a leading one that is subtracted again.
inline float widen(Half value) {
  constexpr uint32_t bias = 112u << 23, leading = 113u << 23;
  uint32_t sign = uint32_t(value.bits & 0x8000) << 16;
  uint32_t rest = uint32_t(value.bits & 0x7fff) << 13;
  uint32_t infinite = rest >= 0x0f800000 ? bias : 0;
  float subnormal = fromBits(rest + leading) - fromBits(leading);
  float normal = fromBits(rest + bias + infinite);
  float magnitude = rest < 0x00800000 ? subnormal : normal;
  uint32_t bits;
  __builtin_memcpy(&bits, &magnitude, sizeof(bits));
  return fromBits(bits | sign);
}

template <int count, typename T, typename S>
inline void copyFixed(T *__restrict to, const S *__restrict from) {
#pragma GCC unroll 16
  for (int i = 0; i < count; ++i)
    to[i] = T(widen(from[i]));
}

#if defined(__F16C__)
/// Converts a vector of this instruction set in hardware, which all processors
/// with the instruction set support.
template <int count>
inline void copyFixed(float *__restrict to, const Half *__restrict from) {
  if constexpr (count % 16 == 0 && AMPRT_VECTOR_BYTES == 64) {
#if defined(__AVX512F__)
    for (int i = 0; i < count; i += 16)
      _mm512_storeu_ps(
          to + i,
          _mm512_maskz_cvtph_ps(
              0xffff,
              _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from + i))));
#endif
  } else if constexpr (count % 8 == 0) {
    for (int i = 0; i < count; i += 8)
      _mm256_storeu_ps(to + i,
                       _mm256_cvtph_ps(_mm_loadu_si128(
                           reinterpret_cast<const __m128i *>(from + i))));
  } else {
    for (int i = 0; i < count; ++i)
      to[i] = widen(from[i]);
  }
}
#endif

/// Copies whole vectors; the last one may overlap the one before.
template <typename T, typename S>
inline void copyRun(T *__restrict to, const S *__restrict from, int64_t count) {
  if (count >= 16) {
    int64_t i = 0;
    for (; i + 16 <= count; i += 16)
      copyFixed<16>(to + i, from + i);
    if (i < count)
      copyFixed<16>(to + count - 16, from + count - 16);
    return;
  }
  if (count >= 8) {
    copyFixed<8>(to, from);
    copyFixed<8>(to + count - 8, from + count - 8);
    return;
  }
  if (count >= 4) {
    copyFixed<4>(to, from);
    copyFixed<4>(to + count - 4, from + count - 4);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    to[i] = T(widen(from[i]));
}

/// Calls body(pointer to the elements in their own type).
template <typename Body>
inline void withElements(const void *data, amprt_type type, Body body) {
  switch (type) {
  case AMPRT_F64:
    return body(static_cast<const double *>(data));
  case AMPRT_F32:
    return body(static_cast<const float *>(data));
  case AMPRT_F16:
    return body(static_cast<const Half *>(data));
  case AMPRT_BF16:
    return body(static_cast<const Brain *>(data));
  }
}

/// Writes the offsets in one array of the points [begin, begin + count) of the
/// span, relative to its first point.
template <int64_t Loop::*Step>
void fillOffsets(const Span &span, int64_t begin, int64_t count, int64_t *out) {
  if (span.count == 0) {
    *out = 0;
    return;
  }
  int64_t index[64]; // more loops would have more than 2^63 points
  int64_t outer = 0, rest = begin, last = span.count - 1;
  for (int64_t i = last; i >= 0; --i) {
    index[i] = rest % span.loops[i].size;
    rest /= span.loops[i].size;
    outer += i < last ? index[i] * span.loops[i].*Step : 0;
  }
  const Loop &inner = span.loops[last];
  for (int64_t done = 0, i = index[last];; i = 0) {
    for (; i < inner.size && done < count; ++i)
      out[done++] = outer + i * inner.*Step;
    if (done == count)
      return;
    for (int64_t at = last - 1;; --at) {
      const Loop &loop = span.loops[at];
      outer += loop.*Step;
      if (++index[at] < loop.size)
        break;
      index[at] = 0;
      outer -= loop.size * loop.*Step;
    }
  }
}

/// Contiguous offsets: `length` of them from index `begin` on.
struct Run {
  int64_t begin, length;
};

inline int64_t findRuns(const int64_t *offsets, int64_t count, Run *runs) {
  int64_t found = 0;
  for (int64_t i = 0; i < count;) {
    int64_t begin = i++;
    while (i < count && offsets[i] == offsets[i - 1] + 1)
      ++i;
    runs[found++] = {begin, i - begin};
  }
  return found;
}
} // namespace

#endif // LIB_RUN_KERNELS_ELEMENTS_H
