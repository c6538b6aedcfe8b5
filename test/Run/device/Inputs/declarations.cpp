// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Comparison of the declarations in lib/Run/Cuda with a toolkit's headers: the
// same number of parameters, each of the same size and kind, and the same
// numbers.
#include "Declared.h"
#include "lib/Run/Cuda/Blas.h"
#include "lib/Run/Cuda/Driver.h"
#include "lib/Run/Cuda/Loops.h"

#include <cublasLt.h>
#include <cuda.h>

using namespace amprt;

#define SAME(name, symbol, parameters)                                         \
  static_assert(Same<decltype(cuda::Driver::name), decltype(&symbol)>::value,  \
                #symbol);
AMPRT_CUDA_DRIVER(SAME)
#undef SAME
#define SAME(name, symbol, parameters)                                         \
  static_assert(Same<decltype(cuda::Blas::name), decltype(&symbol)>::value,    \
                #symbol);
AMPRT_CUDA_BLAS(SAME)

#if CUDA_VERSION >= 13000 // older ones declare other versions of them
#undef SAME
#define SAME(name, symbol, parameters)                                         \
  static_assert(Same<Result(*) parameters, decltype(&symbol)>::value, #symbol);
using namespace amprt::cuda;
AMPRT_CUDA_CONDITIONALS(SAME)
#endif
EQUAL(sizeof(cuda::ConditionalNode), sizeof(CUgraphNodeParams));
EQUAL(cuda::ConditionalNode().type, CU_GRAPH_NODE_TYPE_CONDITIONAL);
EQUAL(cuda::ConditionalNode().kind, CU_GRAPH_COND_TYPE_WHILE);
EQUAL(cuda::SetCaptureDependencies, CU_STREAM_SET_CAPTURE_DEPENDENCIES);
EQUAL(cuda::NotSupported, CUDA_ERROR_NOT_SUPPORTED);
EQUAL(offsetof(cuda::ConditionalNode, condition),
      offsetof(CUgraphNodeParams, conditional.handle));
EQUAL(offsetof(cuda::ConditionalNode, kind),
      offsetof(CUgraphNodeParams, conditional.type));
EQUAL(offsetof(cuda::ConditionalNode, bodies),
      offsetof(CUgraphNodeParams, conditional.size));
EQUAL(offsetof(cuda::ConditionalNode, body),
      offsetof(CUgraphNodeParams, conditional.phGraph_out));
EQUAL(offsetof(cuda::ConditionalNode, context),
      offsetof(CUgraphNodeParams, conditional.ctx));
EQUAL(cuda::OutOfMemory, CUDA_ERROR_OUT_OF_MEMORY);
EQUAL(cuda::NoDevice, CUDA_ERROR_NO_DEVICE);
EQUAL(cuda::InvalidImage, CUDA_ERROR_INVALID_IMAGE);
EQUAL(cuda::NoBinaryForGpu, CUDA_ERROR_NO_BINARY_FOR_GPU);
EQUAL(cuda::InvalidPtx, CUDA_ERROR_INVALID_PTX);
EQUAL(cuda::UnsupportedPtxVersion, CUDA_ERROR_UNSUPPORTED_PTX_VERSION);
EQUAL(cuda::ComputeCapabilityMajor,
      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR);
EQUAL(cuda::ComputeCapabilityMinor,
      CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR);
EQUAL(cuda::MaxSharedMemoryPerBlockOptin,
      CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN);
EQUAL(cuda::MaxDynamicSharedSizeBytes,
      CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES);
EQUAL(cuda::NonBlockingStream, CU_STREAM_NON_BLOCKING);
EQUAL(cuda::CaptureModeRelaxed, CU_STREAM_CAPTURE_MODE_RELAXED);
EQUAL(cuda::JitErrorLogBuffer, CU_JIT_ERROR_LOG_BUFFER);
EQUAL(cuda::JitErrorLogBufferSizeBytes, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
EQUAL(cuda::Success, CUDA_SUCCESS);
EQUAL(sizeof(cuda::Algorithm), sizeof(cublasLtMatmulAlgo_t));
EQUAL(sizeof(cuda::Candidate), sizeof(cublasLtMatmulHeuristicResult_t));
EQUAL(offsetof(cuda::Candidate, state),
      offsetof(cublasLtMatmulHeuristicResult_t, state));
EQUAL(offsetof(cuda::Candidate, algorithm),
      offsetof(cublasLtMatmulHeuristicResult_t, algo));
EQUAL(offsetof(cuda::Candidate, workspace),
      offsetof(cublasLtMatmulHeuristicResult_t, workspaceSize));
EQUAL(cuda::LayoutBatchCount, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT);
EQUAL(cuda::LayoutBatchStride, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET);
EQUAL(cuda::DescPointerMode, CUBLASLT_MATMUL_DESC_POINTER_MODE);
EQUAL(cuda::DescTransposeA, CUBLASLT_MATMUL_DESC_TRANSA);
EQUAL(cuda::DescTransposeB, CUBLASLT_MATMUL_DESC_TRANSB);
EQUAL(cuda::DescEpilogue, CUBLASLT_MATMUL_DESC_EPILOGUE);
EQUAL(cuda::DescBiasPointer, CUBLASLT_MATMUL_DESC_BIAS_POINTER);
EQUAL(cuda::DescAuxPointer, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER);
EQUAL(cuda::DescAuxLeading, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD);
EQUAL(cuda::DescBiasType, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE);
EQUAL(cuda::PreferenceWorkspace, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES);
EQUAL(cuda::PreferenceAlignmentA, CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES);
EQUAL(cuda::PreferenceAlignmentA + 3,
      CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES);
static constexpr int types[] = {CUDA_R_64F, CUDA_R_32F, CUDA_R_16F,
                                CUDA_R_16BF};
static constexpr int epilogues[] = {
    CUBLASLT_EPILOGUE_DEFAULT,  CUBLASLT_EPILOGUE_BIAS,
    CUBLASLT_EPILOGUE_RELU,     CUBLASLT_EPILOGUE_RELU_BIAS,
    CUBLASLT_EPILOGUE_GELU,     CUBLASLT_EPILOGUE_GELU_BIAS,
    CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
    CUBLASLT_EPILOGUE_DGELU,    CUBLASLT_EPILOGUE_DGELU_BGRAD,
    CUBLASLT_EPILOGUE_BGRADB,   CUBLASLT_EPILOGUE_BGRADA};
constexpr bool areNumbersRight() {
  for (int i = 0; i < 4; ++i)
    if (cuda::typeNumbers[i] != types[i])
      return false;
  for (int i = 0; i < 12; ++i)
    if (cuda::epilogueNumbers[i] != epilogues[i])
      return false;
  return true;
}
static_assert(areNumbersRight(), "types and epilogues");
EQUAL(cuda::ComputeF32, CUBLAS_COMPUTE_32F);
EQUAL(cuda::ComputeF64, CUBLAS_COMPUTE_64F);
EQUAL(cuda::ComputeTf32, CUBLAS_COMPUTE_32F_FAST_TF32);
EQUAL(cuda::PointersOnDevice, CUBLASLT_POINTER_MODE_DEVICE);
