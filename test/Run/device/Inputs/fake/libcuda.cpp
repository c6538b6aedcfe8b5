// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Fake.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

using Address = unsigned long long;
using Handle = void *;

namespace {
struct Graph {
  std::vector<std::function<void()>> work;
};

struct Kernel {
  const char *name;
  std::vector<size_t> sizes; // of its arguments
  void (*run)(unsigned threads, void **arguments);
};

struct Fake {
  Graph *recorded = nullptr; // what is being recorded
  std::set<Address> memory;
  std::map<std::string, int> calls;
  float clock = 0; // milliseconds
};
} // namespace

static Fake &fake() {
  static Fake &one = *new Fake;
  return one;
}

int fakeCall(const char *function, const char *details) {
  int count = ++fake().calls[function];
  if (std::getenv("FAKE_CUDA_LOG"))
    std::printf("  %s %s\n", function, details);
  char name[64] = "";
  int error = 0, which = 0;
  const char *wanted = std::getenv("FAKE_CUDA_FAIL");
  if (wanted && std::sscanf(wanted, "%63s %d %d", name, &error, &which) == 3 &&
      !std::strcmp(name, function) && count == which)
    return error;
  return 0;
}

void fakeEnqueue(std::function<void()> work) {
  if (fake().recorded)
    fake().recorded->work.push_back(std::move(work));
  else
    work();
}

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

static const Kernel kernels[] = {
    {"double_f32", {8, 8}, doubleAll},
    {"addf_32_f32", {8, 8}, doubleAll}, // of tools/gpu/probe.mlir
    {"add_scaled_f32", {8, 8, 4}, addScaled},
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

/// What an image is, by its first bytes.
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

template <typename... Values>
static std::string text(const char *pattern, Values... values) {
  char line[200];
  std::snprintf(line, sizeof(line), pattern, values...);
  return line;
}

#define CALL(function, ...)                                                    \
  if (int error = fakeCall(function, text(__VA_ARGS__).c_str()))               \
  return error

extern "C" {
int cuInit(unsigned) {
  CALL("cuInit", "");
  return 0;
}
int cuDriverGetVersion(int *version) {
  const char *wanted = std::getenv("FAKE_CUDA_VERSION");
  *version = wanted ? std::atoi(wanted) : 12040;
  return 0;
}
int cuGetErrorName(int, const char **name) {
  *name = "FAKE_NAME";
  return 0;
}
int cuGetErrorString(int error, const char **string) {
  static std::string one;
  one = text("fake error %d", error);
  *string = one.c_str();
  return 0;
}
int cuDeviceGet(int *device, int) {
  *device = 0;
  return 0;
}
int cuDeviceGetName(char *name, int bytes, int) {
  std::snprintf(name, bytes, "Fake GPU");
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  *value = attribute == 75 ? 9 : attribute == 97 ? 232448 : 0;
  return 0;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = size_t(1) << 30;
  return 0;
}
int cuDevicePrimaryCtxRetain(Handle *context, int) {
  CALL("cuDevicePrimaryCtxRetain", "");
  *context = &fake();
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) {
  CALL("cuDevicePrimaryCtxRelease_v2", "");
  return 0;
}
int cuCtxSetCurrent(Handle) { return 0; }
int cuMemGetInfo_v2(size_t *free, size_t *total) {
  *free = *total = size_t(1) << 30;
  return 0;
}
int cuMemAlloc_v2(Address *address, size_t bytes) {
  CALL("cuMemAlloc_v2", "%zu", bytes);
  if (bytes > size_t(1) << 30)
    return 2;
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *address = reinterpret_cast<Address>(memory);
  fake().memory.insert(*address);
  return 0;
}
int cuMemFree_v2(Address address) {
  CALL("cuMemFree_v2", "");
  if (!fake().memory.erase(address))
    return 1;
  std::free(reinterpret_cast<void *>(address));
  return 0;
}
int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes, Handle) {
  CALL("cuMemcpyHtoDAsync_v2", "%zu", bytes);
  fakeEnqueue([=] { std::memcpy(reinterpret_cast<void *>(to), from, bytes); });
  return 0;
}
int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Handle) {
  CALL("cuMemcpyDtoHAsync_v2", "%zu", bytes);
  fakeEnqueue([=] { std::memcpy(to, reinterpret_cast<void *>(from), bytes); });
  return 0;
}
int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, Handle) {
  CALL("cuMemcpyDtoDAsync_v2", "%zu", bytes);
  fakeEnqueue([=] {
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
                 bytes);
  });
  return 0;
}
} // extern "C"

template <typename T> static int fill(Address to, T value, size_t count) {
  CALL("cuMemset", "%zu x 0x%x, %zu bytes", count, unsigned(value), sizeof(T));
  fakeEnqueue([=] {
    for (size_t i = 0; i < count; ++i)
      reinterpret_cast<T *>(to)[i] = value;
  });
  return 0;
}

extern "C" {
int cuMemsetD8Async(Address to, unsigned char value, size_t count, Handle) {
  return fill(to, value, count);
}
int cuMemsetD16Async(Address to, unsigned short value, size_t count, Handle) {
  return fill(to, value, count);
}
int cuMemsetD32Async(Address to, unsigned value, size_t count, Handle) {
  return fill(to, value, count);
}
int cuModuleLoadDataEx(Handle *module, const void *image, unsigned count,
                       int *options, void **values) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5 && std::getenv("FAKE_CUDA_JIT_LOG"))
      std::strcpy(static_cast<char *>(values[i]),
                  std::getenv("FAKE_CUDA_JIT_LOG"));
  CALL("cuModuleLoadDataEx", "%s", formOf(image).c_str());
  *module = const_cast<void *>(image);
  return 0;
}
int cuModuleUnload(Handle) {
  CALL("cuModuleUnload", "");
  return 0;
}
int cuModuleGetFunction(Handle *function, Handle, const char *name) {
  CALL("cuModuleGetFunction", "%s", name);
  *function = const_cast<Kernel *>(findKernel(name));
  return *function ? 0 : 500;
}
int cuFuncSetAttribute(Handle, int attribute, int value) {
  CALL("cuFuncSetAttribute", "%d = %d", attribute, value);
  return 0;
}
int cuLaunchKernel(Handle function, unsigned x, unsigned y, unsigned z,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   Handle, void **arguments, void **) {
  auto &kernel = *static_cast<Kernel *>(function);
  CALL("cuLaunchKernel", "%s grid %u %u %u block %u %u %u shared %u",
       kernel.name, x, y, z, bx, by, bz, shared);
  std::vector<std::vector<char>> values;
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    auto *value = static_cast<char *>(arguments[i]);
    values.emplace_back(value, value + kernel.sizes[i]);
  }
  fakeEnqueue([=, &kernel]() mutable {
    std::vector<void *> addresses;
    for (std::vector<char> &value : values)
      addresses.push_back(value.data());
    kernel.run(x * y * z * bx * by * bz, addresses.data());
  });
  return 0;
}
int cuStreamCreate(Handle *stream, unsigned) {
  CALL("cuStreamCreate", "");
  *stream = &fake();
  return 0;
}
int cuStreamDestroy_v2(Handle) { return 0; }
int cuStreamSynchronize(Handle) {
  CALL("cuStreamSynchronize", "");
  return fake().recorded ? 901 : 0;
}
int cuStreamBeginCapture_v2(Handle, int) {
  CALL("cuStreamBeginCapture_v2", "");
  fake().recorded = new Graph;
  return 0;
}
int cuStreamEndCapture(Handle, Handle *graph) {
  CALL("cuStreamEndCapture", "%zu nodes", fake().recorded->work.size());
  *graph = fake().recorded;
  fake().recorded = nullptr;
  return 0;
}
int cuGraphInstantiateWithFlags(Handle *executable, Handle graph,
                                unsigned long long) {
  CALL("cuGraphInstantiateWithFlags", "");
  *executable = new Graph(*static_cast<Graph *>(graph));
  return 0;
}
int cuGraphLaunch(Handle executable, Handle) {
  CALL("cuGraphLaunch", "");
  for (auto &work : static_cast<Graph *>(executable)->work)
    work();
  return 0;
}
int cuGraphDestroy(Handle graph) {
  delete static_cast<Graph *>(graph);
  return 0;
}
int cuGraphExecDestroy(Handle graph) {
  CALL("cuGraphExecDestroy", "");
  delete static_cast<Graph *>(graph);
  return 0;
}
int cuEventCreate(Handle *event, unsigned) {
  *event = new float;
  return 0;
}
int cuEventRecord(Handle event, Handle) {
  *static_cast<float *>(event) = fake().clock;
  return 0;
}
int cuEventSynchronize(Handle) { return 0; }
int cuEventElapsedTime(float *milliseconds, Handle start, Handle end) {
  *milliseconds = *static_cast<float *>(end) - *static_cast<float *>(start);
  return 0;
}
int cuEventDestroy_v2(Handle event) {
  delete static_cast<float *>(event);
  return 0;
}

/// For libcublasLt.
void fakeLater(float milliseconds) { fake().clock += milliseconds; }
int fakeBlasCall(const char *function, const char *details) {
  return fakeCall(function, details);
}
void fakeBlasEnqueue(std::function<void()> *work) { fakeEnqueue(*work); }
}
