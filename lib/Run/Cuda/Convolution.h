// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_CONVOLUTION_H
#define LIB_RUN_CUDA_CONVOLUTION_H

#include "lib/Run/Convolution.h"
#include "lib/Run/Cuda/Dnn.h"

namespace amprt::cuda {

/// One call of amprt_convolution.
struct ConvolutionCall {
  const struct amprt_convolution &how;
  const struct amprt_images &with;
  const char *where;
};

/// Descriptors of a call for cuDNN.
class Convolution {
public:
  Convolution(const Dnn &dnn, const ConvolutionCall &call);
  ~Convolution();
  Convolution(const Convolution &) = delete;
  Convolution &operator=(const Convolution &) = delete;

  /// Returns the output of the call.
  void *result() const { return images[2].memory; }
  /// Computes into `to` instead of the call's output. Returns 0, or cuDNN's
  /// error.
  int run(Handle library, const ConvolutionAlgorithm &way, void *to,
          void *workspace) const;
  /// Queries the deterministic algorithms that cuDNN proposes with at most
  /// `workspace` bytes; returns their number, at most `most`.
  int propose(Handle library, ConvolutionAlgorithm *ways, int most,
              uint64_t workspace) const;

  /// Returns the first error in the creation of descriptors, or 0.
  int status() const { return error; }

private:
  struct Image {
    Handle desc;
    void *memory;
  };
  void note(int status) { error = error ? error : status; }
  void setTensor(Handle &desc, const int64_t (&sizes)[3], int64_t features);
  void setFilter();
  void setWindow();
  int setMath(int math) const;

  const Dnn &dnn;
  const ConvolutionCall &call;
  Handle x = nullptr, w = nullptr, y = nullptr, window = nullptr;
  Image images[3]; // two inputs, one output
  int error = 0;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_CONVOLUTION_H
