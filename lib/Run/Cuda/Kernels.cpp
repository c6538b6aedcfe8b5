// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Kernels.h"
#include "lib/Cost/FlopsPerClock.h"
#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Image.h"

#include <cstring>

using namespace amprt;
using namespace amprt::cuda;

int Kernels::attribute(int which) const {
  int value = 0;
  driver.deviceGetAttribute(&value, which, 0);
  return value;
}

int Kernels::version() const {
  return 10 * attribute(ComputeCapabilityMajor) +
         attribute(ComputeCapabilityMinor);
}

std::string Kernels::chip() const { return "sm_" + std::to_string(version()); }

amprt_peaks Kernels::peaks() const {
  // values of an H200, if the driver does not report any
  auto tell = [&](int which, double otherwise) {
    int value = attribute(which);
    return value > 0 ? value : otherwise;
  };
  constexpr double kilo = 1e3;
  double cycles =
      tell(MultiprocessorCount, 132) * tell(ClockRateKilohertz, 1980e3) * kilo;
  double bytes = 2 * tell(MemoryClockRateKilohertz, 3201e3) * kilo *
                 tell(MemoryBusWidthBits, 6016) / 8;
  mlir::amp::FlopsPerClock flops = mlir::amp::flopsPerClockOf(version());
  return {bytes, cycles * flops.matrix, cycles * flops.matrix / 2,
          cycles * flops.vector};
}

/// Explains the driver's errors to the user who lowered the module.
static std::string explain(Result result, const std::string &chip) {
  switch (result) {
  case InvalidImage:
    return "the kernels' image is no program of a GPU";
  case NoBinaryForGpu:
    return "the kernels were made for another chip than this one, " + chip +
           ": lower them with chip=" + chip;
  case InvalidPtx:
    return "the kernels' PTX does not suit this chip, " + chip +
           ": lower them with chip=" + chip;
  case UnsupportedPtxVersion:
    return "the NVIDIA driver is too old for the kernels' PTX: expects a newer "
           "one, or kernels lowered with format=bin";
  default:
    return "cannot load the kernels";
  }
}

std::vector<char> Kernels::assemble(const char *ptx) const {
  Handle linker = nullptr;
  if (driver.linkCreate(0, nullptr, nullptr, &linker))
    return {};
  std::vector<char> code;
  void *cubin = nullptr;
  size_t bytes = 0;
  if (!driver.linkAddData(linker, JitInputPtx, const_cast<char *>(ptx),
                          std::strlen(ptx) + 1, "kernels", 0, nullptr,
                          nullptr) &&
      !driver.linkComplete(linker, &cubin, &bytes))
    code.assign(static_cast<char *>(cubin), static_cast<char *>(cubin) + bytes);
  driver.linkDestroy(linker);
  return code;
}

Handle Kernels::load(const amprt_kernel &kernel, const char *where) {
  if (!runsOn(kernel.image, attribute(ComputeCapabilityMajor),
              attribute(ComputeCapabilityMinor)))
    fail(where, "the kernels were made for " + chipOf(kernel.image) +
                    ", which this chip, " + chip() +
                    ", does not run: lower them with chip=" + chip());
  char log[1024] = "";
  int options[] = {JitErrorLogBuffer, JitErrorLogBufferSizeBytes};
  void *values[] = {log, reinterpret_cast<void *>(sizeof(log))};
  Handle module = nullptr;
  Result result = driver.moduleLoad(&module, kernel.image, 2, options, values);
  std::string message = result ? explain(result, chip()) : "";
  if (*log)
    message += "; the driver says: " + std::string(log);
  driver.check(result, where, message);
  return module;
}

Handle Kernels::find(const amprt_kernel &kernel, const char *where) {
  Handle &function = functions[{kernel.image, kernel.name}];
  if (function)
    return function;
  Handle &module = modules[kernel.image];
  if (!module)
    module = load(kernel, where);
  driver.check(driver.moduleGetFunction(&function, module, kernel.name), where,
               std::string("the kernels' image has no '") + kernel.name + "'");
  if (kernel.shared_bytes <= 48 << 10) // allowed without opt-in
    return function;
  int most = attribute(MaxSharedMemoryPerBlockOptin);
  if (kernel.shared_bytes > uint32_t(most))
    fail(where, std::string("kernel '") + kernel.name + "' expects " +
                    std::to_string(kernel.shared_bytes) +
                    " bytes of shared memory, but the device has " +
                    std::to_string(most));
  driver.check(driver.functionSetAttribute(function, MaxDynamicSharedSizeBytes,
                                           kernel.shared_bytes),
               where, "cannot ask for shared memory");
  return function;
}

void Kernels::clear() {
  for (const auto &module : modules)
    driver.moduleUnload(module.second);
  modules.clear();
  functions.clear();
}
