// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A cuBLASLt of a GPU that there is not. There are three ways to compute each
// product: the second is the fastest, the third does not run. With
// FAKE_CUBLASLT_NO_SUMS=1 it has no sums of factors.
#include "Library.h"
#include "Product.h"

#include <cstdlib>

namespace {
struct Candidate {
  uint64_t algorithm[8];
  size_t workspace;
  int state;
  float waves;
  int reserved[4];
};
} // namespace

extern "C" {
int cublasLtCreate(Handle *library) {
  *library = &library;
  return call("cublasLtCreate");
}
int cublasLtDestroy(Handle) { return call("cublasLtDestroy"); }

int cublasLtMatrixLayoutCreate(Handle *layout, int type, uint64_t rows,
                               uint64_t columns, int64_t leading) {
  *layout = new Layout{type, int64_t(rows), int64_t(columns), leading};
  return 0;
}
int cublasLtMatrixLayoutDestroy(Handle layout) {
  delete static_cast<Layout *>(layout);
  return 0;
}
int cublasLtMatrixLayoutSetAttribute(Handle handle, int attribute,
                                     const void *value, size_t bytes) {
  auto *layout = static_cast<Layout *>(handle);
  std::memcpy(attribute == 5 ? static_cast<void *>(&layout->batch)
                             : static_cast<void *>(&layout->stride),
              value, bytes);
  return 0;
}

int cublasLtMatmulDescCreate(Handle *desc, int compute, int) {
  *desc = new Desc{compute};
  return call("cublasLtMatmulDescCreate");
}
int cublasLtMatmulDescDestroy(Handle desc) {
  delete static_cast<Desc *>(desc);
  return 0;
}
int cublasLtMatmulDescSetAttribute(Handle handle, int attribute,
                                   const void *value, size_t bytes) {
  auto *desc = static_cast<Desc *>(handle);
  struct Row {
    int attribute;
    void *field;
    size_t bytes;
  };
  for (Row row : {Row{2, &desc->pointerMode, 4}, Row{3, &desc->transposeA, 4},
                  Row{4, &desc->transposeB, 4}, Row{7, &desc->epilogue, 4},
                  Row{8, &desc->bias, 8}, Row{11, &desc->aux, 8},
                  Row{12, &desc->auxLeading, 8}, Row{26, &desc->biasType, 4}})
    if (row.attribute == attribute && row.bytes == bytes) {
      std::memcpy(row.field, value, bytes);
      return 0;
    }
  return 7;
}

int cublasLtMatmulPreferenceCreate(Handle *preference) {
  *preference = nullptr;
  return 0;
}
int cublasLtMatmulPreferenceDestroy(Handle) { return 0; }
int cublasLtMatmulPreferenceSetAttribute(Handle, int attribute,
                                         const void *value, size_t bytes) {
  uint64_t number = 0;
  std::memcpy(&number, value, bytes);
  return call("cublasLtMatmulPreferenceSetAttribute",
              std::to_string(attribute) + " = " + std::to_string(number));
}

int cublasLtMatmulAlgoGetHeuristic(Handle, Handle desc, Handle, Handle, Handle,
                                   Handle, Handle, int most,
                                   Candidate *candidates, int *found) {
  if (int error = call("cublasLtMatmulAlgoGetHeuristic", std::to_string(most)))
    return error;
  if (std::getenv("FAKE_CUBLASLT_NO_SUMS") &&
      static_cast<Desc *>(desc)->epilogue & (SumOfA | SumOfB))
    return 15;
  for (uint64_t i = 0; i < 3; ++i)
    candidates[i] = {{i}, 1024, 0, 1, {}};
  *found = 3;
  return 0;
}

int cublasLtMatmul(Handle, Handle desc, const void *alpha, const void *a,
                   Handle layoutA, const void *b, Handle layoutB,
                   const void *beta, const void *c, Handle layoutC, void *d,
                   Handle layoutD, const uint64_t *algorithm, void *, size_t,
                   Handle stream) {
  if (int error = call("cublasLtMatmul", "way " + std::to_string(*algorithm)))
    return error;
  if (*algorithm == 2 || layoutC != layoutD)
    return 15;
  driver<void(float)>("fakeLater")(*algorithm ? 1 : 2);
  Product product{*static_cast<Desc *>(desc),
                  *static_cast<Layout *>(layoutA),
                  *static_cast<Layout *>(layoutB),
                  *static_cast<Layout *>(layoutD),
                  a,
                  b,
                  c,
                  d,
                  static_cast<const float *>(alpha),
                  static_cast<const float *>(beta),
                  0,
                  0,
                  visit};
  if (product.desc.pointerMode == 0) {
    product.hostAlpha = *product.alpha;
    product.hostBeta = *product.beta;
  }
  enqueue(stream, [product] { product.run(); });
  return 0;
}
}
