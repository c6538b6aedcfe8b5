// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/Product.h"
#include "lib/Run/Cuda/Library.h"

#include <algorithm>

using namespace amprt;
using namespace amprt::cuda;

std::string Blas::load() {
#define AMPRT_SYMBOL(name, symbol, parameters)                                 \
  {#symbol, reinterpret_cast<void **>(&this->name)},
  return loadLibrary({"libcublasLt.so.13", "libcublasLt.so.12"},
                     {AMPRT_CUDA_BLAS(AMPRT_SYMBOL)});
#undef AMPRT_SYMBOL
}

static int computeNumber(const struct amprt_matmul &how) {
  if (how.type_d == AMPRT_F64)
    return ComputeF64;
  return how.compute == AMPRT_COMPUTE_TF32 ? ComputeTf32 : ComputeF32;
}

Product::Product(const Blas &blas, const Call &call) : blas(blas), call(call) {
  const struct amprt_matmul &how = call.how;
  int scaleType =
      how.type_d == AMPRT_F64 ? typeNumbers[AMPRT_F64] : typeNumbers[AMPRT_F32];
  note(blas.descCreate(&desc, computeNumber(how), scaleType));
  set(DescTransposeA, int32_t(how.transpose_b));
  set(DescTransposeB, int32_t(how.transpose_a));
  set(DescEpilogue, int32_t(epilogueNumbers[how.epilogue]));
  if (call.with.alpha)
    set(DescPointerMode, int32_t(PointersOnDevice));
  if (call.with.bias) {
    set(DescBiasPointer, call.with.bias);
    set(DescBiasType, int32_t(typeNumbers[how.type_bias]));
  }
  if (call.with.aux) {
    set(DescAuxPointer, call.with.aux);
    set(DescAuxLeading, how.leading_aux);
  }
  int64_t rowsOfB = how.transpose_b ? how.k : how.n;
  int64_t rowsOfA = how.transpose_a ? how.m : how.k;
  setLayout(b, how.type_b, rowsOfB, how.n + how.k - rowsOfB, how.leading_b,
            how.stride_b);
  setLayout(a, how.type_a, rowsOfA, how.m + how.k - rowsOfA, how.leading_a,
            how.stride_a);
  setLayout(d, how.type_d, how.n, how.m, how.leading_d, how.stride_d);
}

Product::~Product() {
  for (Handle layout : {a, b, d})
    blas.layoutDestroy(layout);
  blas.descDestroy(desc);
}

void Product::setLayout(Handle &layout, amprt_type type, int64_t rows,
                        int64_t columns, int64_t leading, int64_t stride) {
  note(blas.layoutCreate(&layout, typeNumbers[type], rows, columns, leading));
  if (call.how.batch == 1)
    return;
  int32_t count = call.how.batch;
  note(blas.layoutSet(layout, LayoutBatchCount, &count, sizeof(count)));
  note(blas.layoutSet(layout, LayoutBatchStride, &stride, sizeof(stride)));
}

/// Returns the alignment of an address in bytes, up to the largest that kernels
/// need.
static uint32_t alignmentOf(const void *address) {
  auto bits = reinterpret_cast<uintptr_t>(address) | 256;
  return bits & -bits;
}

int Product::propose(Handle library, Candidate *candidates, int most,
                     uint64_t workspace) const {
  Handle preference = nullptr;
  int found = 0;
  blas.preferenceCreate(&preference);
  blas.preferenceSet(preference, PreferenceWorkspace, &workspace,
                     sizeof(workspace));
  int attribute = PreferenceAlignmentA;
  const amprt_operands &with = call.with;
  for (const void *matrix :
       {with.b, with.a, call.c(), static_cast<const void *>(with.d)}) {
    uint32_t alignment = alignmentOf(matrix);
    blas.preferenceSet(preference, attribute++, &alignment, sizeof(alignment));
  }
  if (blas.heuristic(library, desc, b, a, d, d, preference, most, candidates,
                     &found))
    found = 0;
  blas.preferenceDestroy(preference);
  Candidate *end =
      std::remove_if(candidates, candidates + found,
                     [](const Candidate &one) { return one.state != 0; });
  return end - candidates;
}

int Product::run(Handle library, const Candidate &candidate, void *to,
                 void *workspace, const float *numbers, Handle stream) const {
  const struct amprt_matmul &how = call.how;
  double wideAlpha = how.alpha, wideBeta = how.beta;
  bool isWide = how.type_d == AMPRT_F64;
  const void *alpha = &how.alpha, *beta = &how.beta;
  if (isWide) {
    alpha = &wideAlpha;
    beta = &wideBeta;
  }
  if (call.with.alpha) {
    alpha = call.with.alpha;
    beta = numbers + int(how.beta); // 0 or 1
  }
  const void *c = call.c() == call.with.d ? to : call.c();
  return blas.matmul(library, desc, alpha, call.with.b, b, call.with.a, a, beta,
                     c, d, to, d, &candidate.algorithm, workspace,
                     candidate.workspace, stream);
}
