// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of CUDA's driver, libcuda.so.1, that the runtime calls. They are
// declared here so that the build needs no toolkit;
// test/Run/device/cuda-declarations.test compares them with a toolkit's
// headers.
#ifndef LIB_RUN_CUDA_DRIVER_H
#define LIB_RUN_CUDA_DRIVER_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace amprt::cuda {

using Address = unsigned long long;
using Result = int;
using Handle = void *; // contexts, modules, functions, streams, events, graphs

enum : Result {
  Success = 0,
  OutOfMemory = 2,
  NoDevice = 100,
  InvalidImage = 200,
  NoBinaryForGpu = 209,
  InvalidPtx = 218,
  UnsupportedPtxVersion = 222,
  NotSupported = 801,
};

enum {
  ClockRateKilohertz = 13,
  MultiprocessorCount = 16,
  MemoryClockRateKilohertz = 36,
  MemoryBusWidthBits = 37,
  ComputeCapabilityMajor = 75,
  ComputeCapabilityMinor = 76,
  MaxSharedMemoryPerBlockOptin = 97,
  MaxDynamicSharedSizeBytes = 8,
  NonBlockingStream = 1,
  CaptureModeRelaxed = 2,
  SetCaptureDependencies = 1,
  JitInputPtx = 1,
  JitErrorLogBuffer = 5,
  JitErrorLogBufferSizeBytes = 6,
};

/// Name of the member, symbol of the library, parameters.
#define AMPRT_CUDA_DRIVER(X)                                                   \
  X(init, cuInit, (unsigned))                                                  \
  X(driverGetVersion, cuDriverGetVersion, (int *))                             \
  X(getErrorName, cuGetErrorName, (Result, const char **))                     \
  X(getErrorString, cuGetErrorString, (Result, const char **))                 \
  X(deviceGet, cuDeviceGet, (int *, int))                                      \
  X(deviceGetName, cuDeviceGetName, (char *, int, int))                        \
  X(deviceGetAttribute, cuDeviceGetAttribute, (int *, int, int))               \
  X(deviceTotalMem, cuDeviceTotalMem_v2, (size_t *, int))                      \
  X(contextRetain, cuDevicePrimaryCtxRetain, (Handle *, int))                  \
  X(contextRelease, cuDevicePrimaryCtxRelease_v2, (int))                       \
  X(contextSetCurrent, cuCtxSetCurrent, (Handle))                              \
  X(memGetInfo, cuMemGetInfo_v2, (size_t *, size_t *))                         \
  X(memAlloc, cuMemAlloc_v2, (Address *, size_t))                              \
  X(memFree, cuMemFree_v2, (Address))                                          \
  X(upload, cuMemcpyHtoDAsync_v2, (Address, const void *, size_t, Handle))     \
  X(download, cuMemcpyDtoHAsync_v2, (void *, Address, size_t, Handle))         \
  X(copy, cuMemcpyDtoDAsync_v2, (Address, Address, size_t, Handle))            \
  X(fill8, cuMemsetD8Async, (Address, unsigned char, size_t, Handle))          \
  X(fill16, cuMemsetD16Async, (Address, unsigned short, size_t, Handle))       \
  X(fill32, cuMemsetD32Async, (Address, unsigned, size_t, Handle))             \
  X(moduleLoad, cuModuleLoadDataEx,                                            \
    (Handle *, const void *, unsigned, int *, void **))                        \
  X(moduleUnload, cuModuleUnload, (Handle))                                    \
  X(linkCreate, cuLinkCreate_v2, (unsigned, int *, void **, Handle *))         \
  X(linkAddData, cuLinkAddData_v2,                                             \
    (Handle, int, void *, size_t, const char *, unsigned, int *, void **))     \
  X(linkComplete, cuLinkComplete, (Handle, void **, size_t *))                 \
  X(linkDestroy, cuLinkDestroy, (Handle))                                      \
  X(moduleGetFunction, cuModuleGetFunction, (Handle *, Handle, const char *))  \
  X(functionSetAttribute, cuFuncSetAttribute, (Handle, int, int))              \
  X(launchKernel, cuLaunchKernel,                                              \
    (Handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,       \
     unsigned, Handle, void **, void **))                                      \
  X(streamCreate, cuStreamCreate, (Handle *, unsigned))                        \
  X(streamDestroy, cuStreamDestroy_v2, (Handle))                               \
  X(streamSynchronize, cuStreamSynchronize, (Handle))                          \
  X(streamBeginCapture, cuStreamBeginCapture_v2, (Handle, int))                \
  X(streamEndCapture, cuStreamEndCapture, (Handle, Handle *))                  \
  X(graphInstantiate, cuGraphInstantiateWithFlags,                             \
    (Handle *, Handle, unsigned long long))                                    \
  X(graphLaunch, cuGraphLaunch, (Handle, Handle))                              \
  X(graphDestroy, cuGraphDestroy, (Handle))                                    \
  X(graphExecDestroy, cuGraphExecDestroy, (Handle))                            \
  X(eventCreate, cuEventCreate, (Handle *, unsigned))                          \
  X(eventRecord, cuEventRecord, (Handle, Handle))                              \
  X(eventSynchronize, cuEventSynchronize, (Handle))                            \
  X(eventElapsedTime, cuEventElapsedTime, (float *, Handle, Handle))           \
  X(eventDestroy, cuEventDestroy_v2, (Handle))

struct Driver {
#define AMPRT_DECLARE(name, symbol, parameters) Result(*name) parameters;
  AMPRT_CUDA_DRIVER(AMPRT_DECLARE)
#undef AMPRT_DECLARE

  /// Returns an empty string, or an error.
  std::string load();
  /// Returns `out of memory (CUDA_ERROR_OUT_OF_MEMORY)`.
  std::string describe(Result result) const;
  /// Fails with `what: description` if `result` is an error.
  void check(Result result, const char *where, const std::string &what) const;
};

inline Address addressOf(const void *memory) {
  return reinterpret_cast<Address>(memory);
}

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_DRIVER_H
