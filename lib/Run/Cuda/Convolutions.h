// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_CONVOLUTIONS_H
#define LIB_RUN_CUDA_CONVOLUTIONS_H

#include "lib/Run/Cuda/Convolution.h"

#include <map>
#include <vector>

namespace amprt::cuda {

/// Runs convolutions. The first one of a shape chooses the fastest algorithm.
class Convolutions {
public:
  explicit Convolutions(const Driver &driver) : driver(driver) {}
  void run(const ConvolutionCall &call, Handle stream, bool isRecording);
  /// Returns true if cuDNN has a deterministic algorithm; true without cuDNN,
  /// whose absence is an error of its own.
  bool has(const struct amprt_convolution &how);
  void clear();

private:
  void open(const char *where);
  ConvolutionAlgorithm choose(const Convolution &convolution,
                              const ConvolutionCall &call, Handle stream);

  using Key = std::vector<int64_t>;
  const Driver &driver;
  Dnn dnn;
  Handle library = nullptr;
  void *workspace = nullptr;
  std::map<Key, ConvolutionAlgorithm> chosen;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_CONVOLUTIONS_H
