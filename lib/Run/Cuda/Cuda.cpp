// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Cuda.h"
#include "lib/Run/Current.h"

#include <algorithm>

using namespace amprt;
using namespace amprt::cuda;

/// CUDA 12.0: the oldest driver that loads the code of cuBLASLt and of ptxas.
static constexpr int leastVersion = 12000;

static std::string describeVersion(int version) {
  return std::to_string(version / 1000) + "." +
         std::to_string(version % 1000 / 10);
}

std::string Cuda::open() {
  std::string error = driver.load();
  if (!error.empty())
    return "there is no NVIDIA driver: " + error;
  int version = 0;
  if (Result result = driver.init(0))
    return result == NoDevice
               ? "the NVIDIA driver finds no GPU"
               : "the NVIDIA driver does not start: " + driver.describe(result);
  driver.driverGetVersion(&version);
  if (version < leastVersion)
    return "the NVIDIA driver is too old: expects one for CUDA " +
           describeVersion(leastVersion) + " or later, but it is for CUDA " +
           describeVersion(version);
  Handle context;
  if (Result result = driver.contextRetain(&context, 0))
    return "cannot use the GPU: " + driver.describe(result);
  hasContext = true;
  Result result = driver.contextSetCurrent(context);
  if (result == Success)
    result = driver.streamCreate(&stream, NonBlockingStream);
  if (result != Success)
    return "cannot use the GPU: " + driver.describe(result);
  loops.open(version, context);
  return "";
}

std::unique_ptr<Backend> amprt::openCuda(std::string &error) {
  auto cuda = std::make_unique<Cuda>();
  error = cuda->open();
  if (!error.empty())
    return nullptr;
  return cuda;
}

Cuda::~Cuda() {
  graphs.clear();
  products.clear();
  convolutions.clear();
  loops.clear();
  kernels.clear();
  for (void *one : memory)
    driver.memFree(addressOf(one));
  if (stream)
    driver.streamDestroy(stream);
  if (hasContext)
    driver.contextRelease(0);
}

std::string Cuda::describe() {
  char name[256] = "";
  size_t bytes = 0;
  driver.deviceGetName(name, sizeof(name) - 1, 0);
  driver.deviceTotalMem(&bytes, 0);
  return std::string(name) + ", " + kernels.chip() + ", " +
         describeBytes(bytes);
}

void *Cuda::allocate(uint64_t bytes) {
  Address address = 0;
  Result result = driver.memAlloc(&address, std::max<uint64_t>(bytes, 1));
  if (result == OutOfMemory)
    return nullptr;
  driver.check(result, nullptr, "cannot allocate memory of the device");
  return *memory.insert(reinterpret_cast<void *>(address)).first;
}

void Cuda::release(void *one) {
  wait();
  memory.erase(one);
  graphs.forget(one);
  driver.check(driver.memFree(addressOf(one)), nullptr,
               "cannot free memory of the device");
}

uint64_t Cuda::freeBytes() {
  size_t free = 0, total = 0;
  driver.check(driver.memGetInfo(&free, &total), nullptr,
               "cannot ask how much memory the device has");
  return free;
}

void Cuda::upload(void *to, const void *from, uint64_t bytes) {
  driver.check(driver.upload(addressOf(to), from, bytes, stream), nullptr,
               "cannot upload");
}

void Cuda::download(void *to, const void *from, uint64_t bytes) {
  driver.check(driver.download(to, addressOf(from), bytes, stream), nullptr,
               "cannot download");
  wait();
}

void Cuda::wait() {
  driver.check(driver.streamSynchronize(stream), nullptr,
               "the device stopped at a fault");
}

void Cuda::run(amprt_step step, void **buffers, uint32_t count) {
  graphs.run(step, buffers, count, stream);
}

std::vector<CallTime> Cuda::timeCalls(amprt_step step, void **buffers,
                                      uint32_t count, uint32_t samples) {
  timer.emplace(driver);
  for (uint32_t i = 0; i <= samples; ++i) {
    timer->begin(stream);
    graphs.runCalls(step, buffers);
  }
  std::vector<CallTime> calls = timer->take();
  timer.reset();
  return calls;
}

void Cuda::finish(Result result, const char *where, const std::string &what,
                  CallTime call) {
  driver.check(result, where, "cannot " + what);
  if (timer) {
    call.where = where ? where : "";
    timer->note(std::move(call), stream);
    if (isTimingStopped())
      stopTiming(timer->takeSoFar());
  }
  if (graphs.isFirstRun())
    driver.check(driver.streamSynchronize(stream), where,
                 "the device stopped at a fault: " + what);
}

void Cuda::launch(const amprt_kernel &kernel, void **arguments,
                  const char *where) {
  Handle function = kernels.find(kernel, where);
  const uint32_t *grid = kernel.grid, *block = kernel.block;
  finish(driver.launchKernel(function, grid[0], grid[1], grid[2], block[0],
                             block[1], block[2], kernel.shared_bytes, stream,
                             arguments, nullptr),
         where, std::string("launch '") + kernel.name + "'",
         {kernel.name, "", /*isKernel=*/true});
}

void Cuda::copy(void *to, const void *from, uint64_t bytes, const char *where) {
  finish(driver.copy(addressOf(to), addressOf(from), bytes, stream), where,
         "copy " + std::to_string(bytes) + " bytes",
         {"copy", "", false, 0, 2.0 * bytes});
}

void Cuda::fill(void *to, uint32_t value, uint32_t width, uint64_t count,
                const char *where) {
  Address address = addressOf(to);
  Result result = width == 1   ? driver.fill8(address, value, count, stream)
                  : width == 2 ? driver.fill16(address, value, count, stream)
                               : driver.fill32(address, value, count, stream);
  finish(result, where, "fill " + std::to_string(width * count) + " bytes",
         {"fill", "", false, 0, double(width) * count});
}

void Cuda::read(void *to, const void *from, uint64_t bytes, const char *where) {
  graphs.noteRead(where);
  fetch(to, from, bytes, where);
}

void Cuda::readCondition(void *loop, const void *condition, const char *where) {
  if (graphs.isRecording())
    return loops.setCondition(loop, condition, stream);
  if (!loops.areRecordable())
    graphs.noteRead(where);
  fetch(loop, condition, 1, where);
}

bool Cuda::continueLoop(const void *loop) {
  if (graphs.isRecording())
    return loops.record(loop, stream);
  bool continues = *static_cast<const uint8_t *>(loop);
  graphs.noteLoop(loop, continues);
  return continues;
}

/// Waits for the device, and reads a value from it.
void Cuda::fetch(void *to, const void *from, uint64_t bytes,
                 const char *where) {
  driver.check(driver.download(to, addressOf(from), bytes, stream), where,
               "cannot read from the device");
  driver.check(driver.streamSynchronize(stream), where,
               "the device stopped at a fault before a read");
  if (timer)
    timer->note({"read", where ? where : ""}, stream);
}

/// Returns the work of a matmul, named `matmul 512x4096x4096 bf16`.
static CallTime workOf(const struct amprt_matmul &how) {
  static const char *const types[] = {"f64", "f32", "f16", "bf16"};
  MatmulExtents extents = extentsOf(how);
  std::string name = "matmul ";
  if (how.batch != 1)
    name += std::to_string(how.batch) + "x";
  name += std::to_string(how.m) + "x" + std::to_string(how.n) + "x" +
          std::to_string(how.k) + " " +
          (how.compute == AMPRT_COMPUTE_TF32 ? "tf32" : types[how.type_a]);
  return {name, "", false, 2.0 * how.m * how.n * how.k * how.batch,
          double(extents.a * bytesOf(how.type_a) +
                 extents.b * bytesOf(how.type_b) +
                 extents.d * bytesOf(how.type_d) * (how.beta != 0 ? 2 : 1))};
}

void Cuda::matmul(const struct amprt_matmul &how,
                  const struct amprt_operands &with, const char *where) {
  products.run({how, with, where}, stream, graphs.isRecording());
  finish(Success, where, "multiply matrices", workOf(how));
}

static CallTime workOf(const struct amprt_convolution &how) {
  static const char *const types[] = {"f64", "f32", "f16", "bf16"};
  static const char *const kinds[] = {"", " data gradient", " filter gradient"};
  ConvolutionExtents extents = extentsOf(how);
  double flops =
      2.0 * how.batch * how.out_features * (how.in_features / how.groups);
  for (int64_t dim = 0; dim < how.rank; ++dim)
    flops *= how.out[dim] * how.window[dim];
  std::string name =
      std::string("convolution") + kinds[how.kind] + " " +
      (how.compute == AMPRT_COMPUTE_TF32 ? "tf32" : types[how.type]);
  return {name, "", false, flops,
          double(extents.x + extents.w + extents.y) * bytesOf(how.type)};
}

void Cuda::convolution(const struct amprt_convolution &how,
                       const struct amprt_images &with, const char *where) {
  convolutions.run({how, with, where}, stream, graphs.isRecording());
  finish(Success, where, "convolve", workOf(how));
}

bool Cuda::hasMatmul(const struct amprt_matmul &how) {
  return products.has(how);
}

bool Cuda::hasConvolution(const struct amprt_convolution &how) {
  return convolutions.has(how);
}
