// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Backends of Device.h: one per process, and the code that they share.
#ifndef LIB_RUN_BACKEND_H
#define LIB_RUN_BACKEND_H

#include "lib/Run/Device.h"

#include <memory>
#include <string>
#include <vector>

namespace amprt {

/// An amprt_call that owns its strings.
struct CallTime {
  std::string name, where;
  bool isKernel = false;
  double flops = 0, bytes = 0, microseconds = 0;
};

class Backend {
public:
  virtual ~Backend() = default;
  virtual std::string describe() = 0;
  virtual std::string chip() = 0;
  virtual void *allocate(uint64_t bytes) = 0; // null if out of memory
  virtual void release(void *memory) = 0;
  virtual uint64_t freeBytes() = 0;
  virtual void upload(void *to, const void *from, uint64_t bytes) = 0;
  virtual void download(void *to, const void *from, uint64_t bytes) = 0;
  virtual void run(amprt_step step, void **buffers, uint32_t count) = 0;
  virtual void wait() = 0;
  /// Returns the calls of a step and their times; none if the backend has no
  /// clock.
  virtual std::vector<CallTime> timeCalls(amprt_step step, void **buffers,
                                          uint32_t count, uint32_t samples) {
    return {};
  }
  virtual amprt_peaks peaks() { return {}; }
  virtual std::vector<char> assemble(const char *) { return {}; }
  /// Returns false if a library has no algorithm for the call.
  virtual bool hasMatmul(const struct amprt_matmul &) { return true; }
  virtual bool hasConvolution(const struct amprt_convolution &) { return true; }

  virtual void launch(const amprt_kernel &kernel, void **arguments,
                      const char *where) = 0;
  virtual void copy(void *to, const void *from, uint64_t bytes,
                    const char *where) = 0;
  virtual void fill(void *to, uint32_t value, uint32_t width, uint64_t count,
                    const char *where) = 0;
  virtual void read(void *to, const void *from, uint64_t bytes,
                    const char *where) = 0;
  virtual void readCondition(void *loop, const void *condition,
                             const char *where) {
    read(loop, condition, 1, where);
  }
  virtual bool continueLoop(const void *loop) {
    return *static_cast<const uint8_t *>(loop);
  }
  virtual void matmul(const struct amprt_matmul &how,
                      const struct amprt_operands &with, const char *where) = 0;
  virtual void convolution(const struct amprt_convolution &how,
                           const struct amprt_images &with,
                           const char *where) = 0;
};

/// Returns null, with the reason in `error`, if the backend is not available.
std::unique_ptr<Backend> openCuda(std::string &error);
std::unique_ptr<Backend> openTrace(std::string &error);

/// Ends the process with `error: step.mlir:3:4: message`; `where` may be null.
[[noreturn]] void fail(const char *where, const std::string &message);

/// Allocates memory for the runtime itself, counted and named like any other.
void *allocateNamed(uint64_t bytes, const std::string &name,
                    const char *where = nullptr);

/// Returns `12 bytes` or `3.5 MiB`.
std::string describeBytes(uint64_t bytes);

/// Extents of a matmul's operands and results, in elements of each.
struct MatmulExtents {
  uint64_t a, b, d, bias, aux;
};
MatmulExtents extentsOf(const struct amprt_matmul &how);
uint64_t bytesOf(amprt_type type);

/// Returns the error of a matmul that no library would accept, or an empty
/// string.
std::string checkMatmul(const struct amprt_matmul &how,
                        const struct amprt_operands &with);

/// Extents of x, w and y, in elements.
struct ConvolutionExtents {
  uint64_t x, w, y;
};
ConvolutionExtents extentsOf(const struct amprt_convolution &how);

/// Returns the error of a convolution that no library would accept, or an empty
/// string.
std::string checkConvolution(const struct amprt_convolution &how);

} // namespace amprt

#endif // LIB_RUN_BACKEND_H
