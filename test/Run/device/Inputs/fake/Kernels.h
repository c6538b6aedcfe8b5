// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The kernels that the driver knows without an interpreter. FAKE_CUDA_WRONG
// makes one of them wrong.
#ifndef TEST_RUN_DEVICE_FAKE_KERNELS_H
#define TEST_RUN_DEVICE_FAKE_KERNELS_H

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

struct Kernel {
  const char *name;
  std::vector<size_t> sizes; // of its arguments
  void (*run)(unsigned threads, void **arguments);
};

static bool isWrong() { return std::getenv("FAKE_CUDA_WRONG"); }

static void doubleAll(unsigned threads, void **arguments) {
  float *from = *static_cast<float **>(arguments[0]);
  float *to = *static_cast<float **>(arguments[1]);
  for (unsigned i = 0; i < threads; ++i)
    to[i] = 2 * from[i] + (isWrong() && i == 7);
}

static void addScaled(unsigned threads, void **arguments) {
  float *from = *static_cast<float **>(arguments[0]);
  float *to = *static_cast<float **>(arguments[1]);
  float scale = *static_cast<float *>(arguments[2]);
  for (unsigned i = 0; i < threads; ++i)
    to[i] += scale * from[i];
}

static void isBelow(unsigned, void **arguments) {
  **static_cast<unsigned char **>(arguments[1]) =
      **static_cast<float **>(arguments[0]) <
      *static_cast<float *>(arguments[2]);
}

static void setCondition(unsigned, void **arguments) {
  **static_cast<unsigned **>(arguments[0]) =
      **static_cast<unsigned char **>(arguments[1]);
}

static const Kernel kernels[] = {
    {"double_f32", {8, 8}, doubleAll},
    {"addf_32_f32", {8, 8}, doubleAll}, // of tools/gpu/probe.mlir
    {"add_scaled_f32", {8, 8, 4}, addScaled},
    {"is_below_f32", {8, 8, 4}, isBelow},
    {"amprt_set_condition", {8, 8}, setCondition}, // of lib/Run/Cuda/Loops.cpp
};

static void doNothing(unsigned, void **) {}

/// Under FAKE_CUDA_ANY, kernels that are none of ours are launched too, and do
/// nothing: for what a step asks of a driver.
static const Kernel *findKernel(const char *name) {
  for (const Kernel &kernel : kernels)
    if (!std::strcmp(kernel.name, name))
      return &kernel;
  if (!std::getenv("FAKE_CUDA_ANY"))
    return nullptr;
  return new Kernel{strdup(name), {}, doNothing};
}

/// Returns the format of an image, by its first bytes.
static std::string formOf(const void *image) {
  if (!std::memcmp(image,
                   "\x7f"
                   "ELF",
                   4))
    return "a cubin";
  if (!std::memcmp(image, "\x50\xed\x55\xba", 4))
    return "a fatbin";
  return std::to_string(std::strlen(static_cast<const char *>(image))) +
         " bytes of PTX";
}

#endif // TEST_RUN_DEVICE_FAKE_KERNELS_H
