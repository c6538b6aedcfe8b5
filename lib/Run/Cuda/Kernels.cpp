// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Kernels.h"
#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Image.h"

using namespace amprt;
using namespace amprt::cuda;

int Kernels::attribute(int which) const {
  int value = 0;
  driver.deviceGetAttribute(&value, which, 0);
  return value;
}

std::string Kernels::chip() const {
  return "sm_" + std::to_string(10 * attribute(ComputeCapabilityMajor) +
                                attribute(ComputeCapabilityMinor));
}

/// What the driver's errors mean for who lowered the module.
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
  if (kernel.shared_bytes <= 48 << 10) // what every kernel may ask for
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
