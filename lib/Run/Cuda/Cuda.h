// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_CUDA_H
#define LIB_RUN_CUDA_CUDA_H

#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/CallTimer.h"
#include "lib/Run/Cuda/Convolutions.h"
#include "lib/Run/Cuda/Graphs.h"
#include "lib/Run/Cuda/Kernels.h"
#include "lib/Run/Cuda/Loops.h"
#include "lib/Run/Cuda/Products.h"

#include <optional>
#include <set>

namespace amprt::cuda {

/// One device, one stream: calls execute in order.
class Cuda : public Backend {
public:
  ~Cuda() override;
  /// Returns an empty string, or an error.
  std::string open();

  std::string describe() override;
  std::string chip() override { return kernels.chip(); }
  void *allocate(uint64_t bytes) override;
  void release(void *memory) override;
  uint64_t freeBytes() override;
  void upload(void *to, const void *from, uint64_t bytes) override;
  void download(void *to, const void *from, uint64_t bytes) override;
  void run(amprt_step step, void **buffers, uint32_t count) override;
  void wait() override;
  std::vector<CallTime> timeCalls(amprt_step step, void **buffers,
                                  uint32_t count, uint32_t samples) override;
  amprt_peaks peaks() override { return kernels.peaks(); }
  std::vector<char> assemble(const char *ptx) override {
    return kernels.assemble(ptx);
  }
  bool hasMatmul(const struct amprt_matmul &how) override;
  bool hasConvolution(const struct amprt_convolution &how) override;

  void launch(const amprt_kernel &kernel, void **arguments,
              const char *where) override;
  void copy(void *to, const void *from, uint64_t bytes,
            const char *where) override;
  void fill(void *to, uint32_t value, uint32_t width, uint64_t count,
            const char *where) override;
  void read(void *to, const void *from, uint64_t bytes,
            const char *where) override;
  void readCondition(void *loop, const void *condition,
                     const char *where) override;
  bool continueLoop(const void *loop) override;
  void matmul(const struct amprt_matmul &how, const struct amprt_operands &with,
              const char *where) override;
  void convolution(const struct amprt_convolution &how,
                   const struct amprt_images &with, const char *where) override;

private:
  /// Called after each call of lowered code, with its description and its work.
  void finish(Result result, const char *where, const std::string &what,
              CallTime call);
  void fetch(void *to, const void *from, uint64_t bytes, const char *where);

  Driver driver;
  Handle stream = nullptr; // of all calls
  bool hasContext = false;
  std::set<void *> memory;
  Kernels kernels{driver};
  Loops loops{driver};
  Graphs graphs{driver, loops};
  Products products{driver};
  Convolutions convolutions{driver};
  std::optional<CallTimer> timer; // while calls are timed
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_CUDA_H
