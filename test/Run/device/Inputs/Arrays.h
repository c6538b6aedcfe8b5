// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Small integers, which sums do not round, there and on the device.
#ifndef TEST_RUN_DEVICE_ARRAYS_H
#define TEST_RUN_DEVICE_ARRAYS_H

#include "lib/Run/Device.h"

#include <random>
#include <vector>

using Numbers = std::vector<float>;

static std::mt19937 engine;
static int pick(int least, int most) {
  return std::uniform_int_distribution<int>(least, most)(engine);
}

static Numbers random(size_t size, int most = 3) {
  Numbers numbers(size);
  for (float &value : numbers)
    value = pick(-most, most);
  return numbers;
}

template <typename T> static void *upload(const std::vector<T> &values) {
  void *memory = amprt_device_alloc(values.size() * sizeof(T), "array");
  amprt_upload(memory, values.data(), values.size() * sizeof(T));
  return memory;
}

template <typename T>
static bool isSame(const std::vector<T> &wanted, const void *memory) {
  std::vector<T> found(wanted.size());
  amprt_download(found.data(), memory, wanted.size() * sizeof(T));
  return found == wanted;
}

#endif // TEST_RUN_DEVICE_ARRAYS_H
