// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions of cuBLASLt that the runtime calls, declared as in Driver.h.
#ifndef LIB_RUN_CUDA_BLAS_H
#define LIB_RUN_CUDA_BLAS_H

#include "lib/Run/Cuda/Driver.h"

namespace amprt::cuda {

struct Algorithm {
  uint64_t data[8];
};

struct Candidate {
  Algorithm algorithm;
  size_t workspace;
  int state; // 0: usable
  float waves;
  int reserved[4];
};

enum {
  ComputeF32 = 68,
  ComputeF64 = 70,
  ComputeTf32 = 77,
  PointersOnDevice = 1,
};

/// Values of cudaDataType_t, by amprt_type.
constexpr int typeNumbers[] = {1, 0, 2, 14};

/// Values of cublasLtEpilogue_t, by amprt_epilogue, with a and b exchanged.
constexpr int epilogueNumbers[] = {1,        4,        2,   6,   32,  36,
                                   32 | 128, 36 | 128, 192, 208, 512, 256};

enum BlasAttribute {
  LayoutBatchCount = 5,
  LayoutBatchStride = 6,
  DescPointerMode = 2,
  DescTransposeA = 3,
  DescTransposeB = 4,
  DescEpilogue = 7,
  DescBiasPointer = 8,
  DescAuxPointer = 11,
  DescAuxLeading = 12,
  DescBiasType = 26,
  PreferenceWorkspace = 1,
  PreferenceAlignmentA = 5, // then b, c, d
};

#define AMPRT_CUDA_BLAS(X)                                                     \
  X(create, cublasLtCreate, (Handle *))                                        \
  X(destroy, cublasLtDestroy, (Handle))                                        \
  X(matmul, cublasLtMatmul,                                                    \
    (Handle, Handle, const void *, const void *, Handle, const void *, Handle, \
     const void *, const void *, Handle, void *, Handle, const Algorithm *,    \
     void *, size_t, Handle))                                                  \
  X(layoutCreate, cublasLtMatrixLayoutCreate,                                  \
    (Handle *, int, uint64_t, uint64_t, int64_t))                              \
  X(layoutDestroy, cublasLtMatrixLayoutDestroy, (Handle))                      \
  X(layoutSet, cublasLtMatrixLayoutSetAttribute,                               \
    (Handle, int, const void *, size_t))                                       \
  X(descCreate, cublasLtMatmulDescCreate, (Handle *, int, int))                \
  X(descDestroy, cublasLtMatmulDescDestroy, (Handle))                          \
  X(descSet, cublasLtMatmulDescSetAttribute,                                   \
    (Handle, int, const void *, size_t))                                       \
  X(preferenceCreate, cublasLtMatmulPreferenceCreate, (Handle *))              \
  X(preferenceDestroy, cublasLtMatmulPreferenceDestroy, (Handle))              \
  X(preferenceSet, cublasLtMatmulPreferenceSetAttribute,                       \
    (Handle, int, const void *, size_t))                                       \
  X(heuristic, cublasLtMatmulAlgoGetHeuristic,                                 \
    (Handle, Handle, Handle, Handle, Handle, Handle, Handle, int, Candidate *, \
     int *))

struct Blas {
#define AMPRT_DECLARE(name, symbol, parameters) int(*name) parameters;
  AMPRT_CUDA_BLAS(AMPRT_DECLARE)
#undef AMPRT_DECLARE

  /// Returns an empty string, or an error.
  std::string load();
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_BLAS_H
