// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A driver of a GPU that there is not: memory is the host's, kernels are
// functions of the host, or PTX where ptx/*.cpp is linked, a stream does at
// once what it is told, or keeps it for a graph while it records. Every call is
// logged on stdout if FAKE_CUDA_LOG is set. FAKE_CUDA_FAIL="cuMemAlloc_v2 2 3"
// makes the third call of a function give error 2; FAKE_CUDA_VERSION is the
// driver's, 12040 without it; FAKE_CUDA_CHIP the device's, 90 without it;
// FAKE_CUDA_ANY=1 has it launch kernels that it does not know, without effect.
#ifndef TEST_RUN_DEVICE_FAKE_H
#define TEST_RUN_DEVICE_FAKE_H

#include <cstdint>
#include <functional>
#include <string>

/// Logs a call, and returns the error that it is to give.
int fakeCall(const char *function, const char *details = "");

/// Does `work` now, or in the graph that is being recorded.
void fakeEnqueue(void *stream, std::function<void()> work);

/// Runs PTX. Errors are sentences, or empty.
class FakeInterpreter {
public:
  virtual ~FakeInterpreter() = default;
  virtual void allocated(uint64_t address, uint64_t bytes) = 0;
  virtual void freed(uint64_t address) = 0;
  virtual std::string visited(uint64_t address, uint64_t bytes,
                              bool isWrite) = 0;
  /// Bytes that nobody wrote stay unwritten in the copy.
  virtual std::string copied(uint64_t to, uint64_t from, uint64_t bytes) = 0;
  virtual void forget(uint64_t address, uint64_t bytes) = 0;
  virtual void *load(const char *image, std::string &error) = 0;
  virtual void *find(void *module, const char *name) = 0;
  virtual const char *nameOf(void *kernel) = 0;
  /// `sizes`: of the grid, then of a block.
  virtual std::function<std::string()> launch(void *kernel,
                                              const uint32_t *sizes,
                                              uint32_t sharedBytes,
                                              void **arguments) = 0;
};

/// Null where there is none.
extern FakeInterpreter *fakeInterpreter;

#endif // TEST_RUN_DEVICE_FAKE_H
