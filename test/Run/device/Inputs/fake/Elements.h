// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Arrays of f32, f16 or bf16, as libraries that there are not see them.
#ifndef TEST_RUN_DEVICE_FAKE_ELEMENTS_H
#define TEST_RUN_DEVICE_FAKE_ELEMENTS_H

#include "ptx/Numbers.h"

enum { Float = 0, Half = 2, BFloat = 14 }; // of library_types.h
inline float readElement(const void *data, int type, int64_t i) {
  if (type == Float)
    return static_cast<const float *>(data)[i];
  uint16_t bits = static_cast<const uint16_t *>(data)[i];
  return type == Half ? ptx::Half{bits} : ptx::Bf16{bits};
}

inline void writeElement(void *data, int type, int64_t i, float value) {
  if (type == Float)
    static_cast<float *>(data)[i] = value;
  else
    static_cast<uint16_t *>(data)[i] =
        type == Half ? ptx::Half::of(value).bits : ptx::Bf16::of(value).bits;
}

/// An f32 factor as tensor cores see it.
inline float cutToTf32(float value) {
  uint32_t bits = (ptx::bitsOf(value) + 0x1000) & ~0x1fffu;
  return std::isfinite(value) ? ptx::as<float>(bits) : value;
}

#endif // TEST_RUN_DEVICE_FAKE_ELEMENTS_H
