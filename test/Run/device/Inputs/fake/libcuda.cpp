// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Calls.h"
#include "Kernels.h"

#include <chrono>
#include <csignal>
#include <utility>

static constexpr size_t fakeHeaderBytes = 64;

/// CUgraphNodeParams of a conditional node.
struct Conditional {
  int type, reserved[3];
  Address condition;
  int kind;
  unsigned bodies;
  Handle *body, context;
};

/// Interpreted kernels take the time of this function.
static float hostMilliseconds() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  return fakeInterpreter
             ? std::chrono::duration<float, std::milli>(Clock::now() - start)
                   .count()
             : 0;
}

/// Aligned to 256 bytes whatever allocator the process has, with what to free
/// in front.
static void *allocateAligned(size_t bytes) {
  constexpr size_t alignment = 256;
  void *whole = std::malloc(bytes + 2 * alignment);
  auto address = reinterpret_cast<uintptr_t>(whole);
  auto aligned = (address / alignment + 1) * alignment;
  if (aligned - address < sizeof(void *))
    aligned += alignment;
  reinterpret_cast<void **>(aligned)[-1] = whole;
  return reinterpret_cast<void *>(aligned);
}

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
  one = fake().fault.empty() ? text("fake error %d", error) : fake().fault;
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
  const char *chip = std::getenv("FAKE_CUDA_CHIP");
  int number = chip ? std::atoi(chip) : 90;
  *value = attribute == 75   ? number / 10
           : attribute == 76 ? number % 10
           : attribute == 97 ? 232448
                             : 0;
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
  *address = reinterpret_cast<Address>(allocateAligned(bytes));
  fake().memory.insert(*address);
  if (fakeInterpreter)
    fakeInterpreter->allocated(*address, bytes);
  return 0;
}
int cuMemFree_v2(Address address) {
  CALL("cuMemFree_v2", "");
  if (!fake().memory.erase(address))
    return 1;
  if (fakeInterpreter)
    fakeInterpreter->freed(address);
  std::free(reinterpret_cast<void **>(address)[-1]);
  return 0;
}
int cuMemcpyHtoDAsync_v2(Address to, const void *from, size_t bytes,
                         Handle stream) {
  CALL("cuMemcpyHtoDAsync_v2", "%zu", bytes);
  fakeEnqueue(stream, [=] {
    visit(to, bytes, true);
    std::memcpy(reinterpret_cast<void *>(to), from, bytes);
  });
  return 0;
}
int cuMemcpyDtoHAsync_v2(void *to, Address from, size_t bytes, Handle stream) {
  CALL("cuMemcpyDtoHAsync_v2", "%zu", bytes);
  fakeEnqueue(stream, [=] {
    visit(from, bytes, false);
    std::memcpy(to, reinterpret_cast<void *>(from), bytes);
  });
  return 0;
}
int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes,
                         Handle stream) {
  CALL("cuMemcpyDtoDAsync_v2", "%zu", bytes);
  fakeEnqueue(stream, [=] {
    if (fakeInterpreter && fake().fault.empty())
      fake().fault = fakeInterpreter->copied(to, from, bytes);
    std::memmove(reinterpret_cast<void *>(to), reinterpret_cast<void *>(from),
                 bytes);
  });
  return 0;
}
} // extern "C"

/// With FAKE_CUDA_POISON, a fill with bytes of ones says that nobody wrote
/// them.
template <typename T>
static int fill(Address to, T value, size_t count, Handle stream) {
  CALL("cuMemset", "%zu x 0x%x, %zu bytes", count, unsigned(value), sizeof(T));
  bool isPoison =
      sizeof(T) == 1 && value == T(~0) && std::getenv("FAKE_CUDA_POISON");
  fakeEnqueue(stream, [=] {
    visit(to, count * sizeof(T), true);
    for (size_t i = 0; i < count; ++i)
      reinterpret_cast<T *>(to)[i] = value;
    if (isPoison && fakeInterpreter)
      fakeInterpreter->forget(to, count);
  });
  return 0;
}

extern "C" {
int cuMemsetD8Async(Address to, unsigned char value, size_t count,
                    Handle stream) {
  return fill(to, value, count, stream);
}
int cuMemsetD16Async(Address to, unsigned short value, size_t count,
                     Handle stream) {
  return fill(to, value, count, stream);
}
int cuMemsetD32Async(Address to, unsigned value, size_t count, Handle stream) {
  return fill(to, value, count, stream);
}
int cuModuleLoadDataEx(Handle *module, const void *image, unsigned count,
                       int *options, void **values) {
  for (unsigned i = 0; i < count; ++i)
    if (options[i] == 5 && std::getenv("FAKE_CUDA_JIT_LOG"))
      std::strcpy(static_cast<char *>(values[i]),
                  std::getenv("FAKE_CUDA_JIT_LOG"));
  CALL("cuModuleLoadDataEx", "%s", formOf(image).c_str());
  *module = const_cast<void *>(image);
  if (!fakeInterpreter)
    return 0;
  std::string error;
  const char *text = static_cast<const char *>(image);
  if (!std::memcmp(text, "\177ELF", 4))
    text += fakeHeaderBytes;
  *module = fakeInterpreter->load(text, error);
  for (unsigned i = 0; i < count && !*module; ++i)
    if (options[i] == 5)
      std::snprintf(static_cast<char *>(values[i]), 1024, "%s", error.c_str());
  return *module ? 0 : InvalidPtx;
}
/// A cubin: the header of one, and the PTX.
struct FakeLinker {
  std::string code;
};
int cuLinkCreate_v2(unsigned, int *, void **, Handle *linker) {
  CALL("cuLinkCreate_v2", "");
  *linker = new FakeLinker;
  return 0;
}
int cuLinkAddData_v2(Handle linker, int, void *data, size_t bytes, const char *,
                     unsigned, int *, void **) {
  CALL("cuLinkAddData_v2", "%s", formOf(data).c_str());
  const char *chip = std::getenv("FAKE_CUDA_CHIP");
  std::string header(fakeHeaderBytes, '\0');
  std::memcpy(header.data(), "\177ELF", 4);
  header[48] = chip ? std::atoi(chip) : 90;
  static_cast<FakeLinker *>(linker)->code =
      header + std::string(static_cast<char *>(data), bytes);
  return 0;
}
int cuLinkComplete(Handle linker, void **code, size_t *bytes) {
  CALL("cuLinkComplete", "");
  std::string &text = static_cast<FakeLinker *>(linker)->code;
  *code = text.data();
  *bytes = text.size();
  return 0;
}
int cuLinkDestroy(Handle linker) {
  delete static_cast<FakeLinker *>(linker);
  return 0;
}
int cuModuleUnload(Handle) {
  CALL("cuModuleUnload", "");
  return 0;
}
int cuModuleGetFunction(Handle *function, Handle module, const char *name) {
  CALL("cuModuleGetFunction", "%s", name);
  *function = fakeInterpreter ? fakeInterpreter->find(module, name)
                              : const_cast<Kernel *>(findKernel(name));
  return *function ? 0 : NotFound;
}
int cuFuncSetAttribute(Handle, int attribute, int value) {
  CALL("cuFuncSetAttribute", "%d = %d", attribute, value);
  return 0;
}
int cuLaunchKernel(Handle function, unsigned x, unsigned y, unsigned z,
                   unsigned bx, unsigned by, unsigned bz, unsigned shared,
                   Handle stream, void **arguments, void **) {
  auto &kernel = *static_cast<Kernel *>(function);
  CALL("cuLaunchKernel", "%s grid %u %u %u block %u %u %u shared %u",
       fakeInterpreter ? fakeInterpreter->nameOf(function) : kernel.name, x, y,
       z, bx, by, bz, shared);
  if (fakeInterpreter) {
    const uint32_t sizes[] = {x, y, z, bx, by, bz};
    auto run = fakeInterpreter->launch(function, sizes, shared, arguments);
    fakeEnqueue(stream, [=] {
      if (fake().fault.empty())
        fake().fault = run();
    });
    return fake().fault.empty() ? 0 : LaunchFailed;
  }
  std::vector<std::vector<char>> values;
  for (size_t i = 0; i < kernel.sizes.size(); ++i) {
    auto *value = static_cast<char *>(arguments[i]);
    values.emplace_back(value, value + kernel.sizes[i]);
  }
  fakeEnqueue(stream, [=, &kernel]() mutable {
    std::vector<void *> addresses;
    for (std::vector<char> &value : values)
      addresses.push_back(value.data());
    kernel.run(x * y * z * bx * by * bz, addresses.data());
  });
  return 0;
}
int cuStreamCreate(Handle *stream, unsigned) {
  CALL("cuStreamCreate", "");
  *stream = new Stream;
  return 0;
}
int cuStreamDestroy_v2(Handle stream) {
  delete static_cast<Stream *>(stream);
  return 0;
}
int cuStreamSynchronize(Handle) {
  CALL("cuStreamSynchronize", "");
  return !fake().recording.empty() ? 901
         : fake().fault.empty()    ? 0
                                   : LaunchFailed;
}
static void startRecording(Handle stream, Graph *graph) {
  fake().recording.push_back(static_cast<Stream *>(stream));
  fake().recording.back()->recorded = graph;
}
int cuStreamBeginCapture_v2(Handle stream, int) {
  CALL("cuStreamBeginCapture_v2", "");
  startRecording(stream, new Graph);
  return 0;
}
int cuStreamEndCapture(Handle stream, Handle *graph) {
  if (fake().recording.empty() || fake().recording.back() != stream)
    return InvalidValue;
  Graph *&recorded = static_cast<Stream *>(stream)->recorded;
  *graph = std::exchange(recorded, nullptr);
  fake().recording.pop_back();
  CALL("cuStreamEndCapture", "%zu nodes",
       static_cast<Graph *>(*graph)->work.size());
  return 0;
}
int cuStreamBeginCaptureToGraph(Handle stream, Handle graph, const Handle *,
                                const void *, size_t, int) {
  CALL("cuStreamBeginCaptureToGraph", "");
  if (static_cast<Stream *>(stream)->recorded)
    return InvalidValue;
  startRecording(stream, static_cast<Graph *>(graph));
  return 0;
}
/// A node is the count of works up to it.
int cuStreamGetCaptureInfo_v3(Handle stream, int *status,
                              unsigned long long *id, Handle *graph,
                              const Handle **dependencies, const void **edges,
                              size_t *count) {
  CALL("cuStreamGetCaptureInfo_v3", "");
  static Handle tail;
  auto *recorded = static_cast<Stream *>(stream)->recorded;
  *status = recorded != nullptr, *id = 1, *graph = recorded;
  tail = reinterpret_cast<Handle>(recorded->tail);
  *dependencies = &tail, *edges = nullptr, *count = recorded->tail != 0;
  return 0;
}
int cuStreamUpdateCaptureDependencies_v2(Handle stream, Handle *nodes,
                                         const void *, size_t, unsigned flags) {
  CALL("cuStreamUpdateCaptureDependencies_v2", "");
  if (flags == 1)
    static_cast<Stream *>(stream)->recorded->tail =
        reinterpret_cast<size_t>(*nodes);
  return 0;
}
int cuGraphConditionalHandleCreate(Address *handle, Handle, Handle context,
                                   unsigned, unsigned) {
  CALL("cuGraphConditionalHandleCreate", "");
  *handle = reinterpret_cast<Address>(new unsigned(0));
  return context == &fake() ? 0 : InvalidValue;
}
int cuGraphAddNode_v2(Handle *node, Handle graph, const Handle *dependencies,
                      const void *, size_t count, void *parameters) {
  CALL("cuGraphAddNode_v2", "");
  auto &wanted = *static_cast<Conditional *>(parameters);
  Graph &parent = *static_cast<Graph *>(graph);
  size_t tail = count ? reinterpret_cast<size_t>(*dependencies) : 0;
  if (wanted.type != 13 || wanted.kind != 1 || wanted.bodies != 1 ||
      wanted.context != &fake() || tail != parent.work.size())
    return InvalidValue;
  auto *body = new Graph;
  static Handle bodies[1];
  bodies[0] = body;
  wanted.body = bodies;
  auto *condition = reinterpret_cast<unsigned *>(wanted.condition);
  parent.work.push_back([=] {
    while (*condition && fake().fault.empty())
      for (auto &work : body->work)
        work();
  });
  *node = reinterpret_cast<Handle>(parent.work.size());
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
  return fake().fault.empty() ? 0 : LaunchFailed;
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
  // FAKE_CUDA_TERMINATE=n ends the process at the n-th event, as a time limit
  // does.
  static int left = std::getenv("FAKE_CUDA_TERMINATE")
                        ? std::atoi(std::getenv("FAKE_CUDA_TERMINATE"))
                        : -1;
  if (left-- == 1)
    std::raise(SIGTERM);
  *static_cast<float *>(event) = fake().clock + hostMilliseconds();
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

/// For libraries.
void fakeLater(float milliseconds) { fake().clock += milliseconds; }
int fakeLibraryCall(const char *function, const char *details) {
  return fakeCall(function, details);
}
void fakeLibraryVisit(const void *memory, uint64_t bytes, bool isWrite) {
  visit(reinterpret_cast<Address>(memory), bytes, isWrite);
}
void fakeLibraryEnqueue(Handle stream, std::function<void()> *work) {
  fakeEnqueue(stream, *work);
}
}
