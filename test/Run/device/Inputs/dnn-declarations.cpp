// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// declarations.cpp, of cuDNN.
#include "Declared.h"
#include "lib/Run/Convolution.h"
#include "lib/Run/Cuda/Dnn.h"

#include <cudnn.h>

using namespace amprt;

#define SAME(name, symbol, parameters)                                         \
  static_assert(Same<decltype(cuda::Dnn::name), decltype(&symbol)>::value,     \
                #symbol);
AMPRT_CUDA_DNN(SAME)

template <typename Theirs>
constexpr bool isConvolutionAlgorithm =
    sizeof(cuda::ConvolutionAlgorithm) == sizeof(Theirs) &&
    offsetof(cuda::ConvolutionAlgorithm, algorithm) == offsetof(Theirs, algo) &&
    offsetof(cuda::ConvolutionAlgorithm, status) == offsetof(Theirs, status) &&
    offsetof(cuda::ConvolutionAlgorithm, workspace) == offsetof(Theirs, memory) &&
    offsetof(cuda::ConvolutionAlgorithm, isDeterministic) == offsetof(Theirs, determinism) &&
    offsetof(cuda::ConvolutionAlgorithm, math) == offsetof(Theirs, mathType);
static_assert(isConvolutionAlgorithm<cudnnConvolutionFwdAlgoPerf_t>);
static_assert(isConvolutionAlgorithm<cudnnConvolutionBwdDataAlgoPerf_t>);
static_assert(isConvolutionAlgorithm<cudnnConvolutionBwdFilterAlgoPerf_t>);

EQUAL(0, CUDNN_STATUS_SUCCESS);
EQUAL(1, CUDNN_DETERMINISTIC);
EQUAL(cuda::CrossCorrelation, CUDNN_CROSS_CORRELATION);
EQUAL(cuda::DefaultMath, CUDNN_DEFAULT_MATH);
EQUAL(cuda::TensorOpMath, CUDNN_TENSOR_OP_MATH);
EQUAL(cuda::FmaMath, CUDNN_FMA_MATH);
EQUAL(cuda::dataNumbers[AMPRT_F64], CUDNN_DATA_DOUBLE);
EQUAL(cuda::dataNumbers[AMPRT_F32], CUDNN_DATA_FLOAT);
EQUAL(cuda::dataNumbers[AMPRT_F16], CUDNN_DATA_HALF);
EQUAL(cuda::dataNumbers[AMPRT_BF16], CUDNN_DATA_BFLOAT16);
EQUAL(cuda::formatNumbers[AMPRT_FEATURES_LAST], CUDNN_TENSOR_NHWC);
EQUAL(cuda::formatNumbers[AMPRT_FEATURES_FIRST], CUDNN_TENSOR_NCHW);
