// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of cuDNN that the runtime calls, declared as in Driver.h after the
// cudnn_graph, cudnn_ops and cudnn_cnn pages of its API reference: those that
// versions 8 and 9 have in common.
#ifndef LIB_RUN_CUDA_DNN_H
#define LIB_RUN_CUDA_DNN_H

#include "lib/Run/Cuda/Driver.h"

namespace amprt::cuda {

/// An algorithm that cuDNN proposes; all three kinds share this layout.
struct ConvolutionAlgorithm {
  int algorithm;
  int status; // 0: usable
  float milliseconds;
  size_t workspace;
  int isDeterministic;
  int math;
  int reserved[3];
};

enum {
  CrossCorrelation = 1, // the window is not flipped
  DefaultMath = 0,      // TF32 for f32
  TensorOpMath = 1,
  FmaMath = 3, // no TF32
};

/// Values of cudnnDataType_t, by amprt_type.
constexpr int dataNumbers[] = {1, 0, 2, 9};

/// Values of cudnnTensorFormat_t, by amprt_layout.
constexpr int formatNumbers[] = {1, 0};

/// Descriptors of the two inputs, of the convolution, and of the output.
#define AMPRT_CUDA_DNN_PROPOSE                                                 \
  (Handle, Handle, Handle, Handle, Handle, int, int *, ConvolutionAlgorithm *)
#define AMPRT_CUDA_DNN_RUN                                                     \
  (Handle, const void *, Handle, const void *, Handle, const void *, Handle,   \
   int, void *, size_t, const void *, Handle, void *)

#define AMPRT_CUDA_DNN(X)                                                      \
  X(create, cudnnCreate, (Handle *))                                           \
  X(destroy, cudnnDestroy, (Handle))                                           \
  X(setStream, cudnnSetStream, (Handle, Handle))                               \
  X(tensorCreate, cudnnCreateTensorDescriptor, (Handle *))                     \
  X(tensorDestroy, cudnnDestroyTensorDescriptor, (Handle))                     \
  X(tensorSet, cudnnSetTensorNdDescriptor,                                     \
    (Handle, int, int, const int *, const int *))                              \
  X(filterCreate, cudnnCreateFilterDescriptor, (Handle *))                     \
  X(filterDestroy, cudnnDestroyFilterDescriptor, (Handle))                     \
  X(filterSet, cudnnSetFilterNdDescriptor,                                     \
    (Handle, int, int, int, const int *))                                      \
  X(windowCreate, cudnnCreateConvolutionDescriptor, (Handle *))                \
  X(windowDestroy, cudnnDestroyConvolutionDescriptor, (Handle))                \
  X(windowSet, cudnnSetConvolutionNdDescriptor,                                \
    (Handle, int, const int *, const int *, const int *, int, int))            \
  X(setGroups, cudnnSetConvolutionGroupCount, (Handle, int))                   \
  X(setMath, cudnnSetConvolutionMathType, (Handle, int))                       \
  X(proposeForward, cudnnGetConvolutionForwardAlgorithm_v7,                    \
    AMPRT_CUDA_DNN_PROPOSE)                                                    \
  X(proposeData, cudnnGetConvolutionBackwardDataAlgorithm_v7,                  \
    AMPRT_CUDA_DNN_PROPOSE)                                                    \
  X(proposeFilter, cudnnGetConvolutionBackwardFilterAlgorithm_v7,              \
    AMPRT_CUDA_DNN_PROPOSE)                                                    \
  X(forward, cudnnConvolutionForward, AMPRT_CUDA_DNN_RUN)                      \
  X(dataGradient, cudnnConvolutionBackwardData, AMPRT_CUDA_DNN_RUN)            \
  X(filterGradient, cudnnConvolutionBackwardFilter, AMPRT_CUDA_DNN_RUN)

struct Dnn {
#define AMPRT_DECLARE(name, symbol, parameters) int(*name) parameters;
  AMPRT_CUDA_DNN(AMPRT_DECLARE)
#undef AMPRT_DECLARE

  /// Empty, or what is wrong.
  std::string load();
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_DNN_H
