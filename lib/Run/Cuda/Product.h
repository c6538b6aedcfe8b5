// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_PRODUCT_H
#define LIB_RUN_CUDA_PRODUCT_H

#include "lib/Run/Cuda/Blas.h"
#include "lib/Run/Matmul.h"

namespace amprt::cuda {

/// One call of amprt_matmul.
struct Call {
  const struct amprt_matmul &how;
  const struct amprt_operands &with;
  const char *where;

  /// Returns the addend; if accumulation is in place, this is the result.
  const void *c() const { return with.c ? with.c : with.d; }
};

/// Descriptors of a call for cuBLASLt. Its matrices are column-major, so that
/// it computes the transposed matmul: d^T = op(b)^T * op(a)^T.
class Product {
public:
  Product(const Blas &blas, const Call &call);
  ~Product();
  Product(const Product &) = delete;
  Product &operator=(const Product &) = delete;

  /// Computes into `d` instead of the call's result, which in-place
  /// accumulation then reads, too. Returns 0, or cuBLASLt's error.
  int run(Handle library, const Candidate &candidate, void *d, void *workspace,
          const float *numbers, Handle stream) const;
  /// Returns the number of candidates that cuBLASLt proposes, at most `most`.
  int propose(Handle library, Candidate *candidates, int most,
              uint64_t workspace) const;

  /// Returns the first error in the creation of descriptors, or 0.
  int status() const { return error; }

private:
  void note(int status) { error = error ? error : status; }
  void setLayout(Handle &layout, amprt_type type, int64_t rows, int64_t columns,
                 int64_t leading, int64_t stride);
  template <typename T> void set(BlasAttribute attribute, T value) {
    note(blas.descSet(desc, attribute, &value, sizeof(value)));
  }

  const Blas &blas;
  const Call &call;
  Handle desc = nullptr, a = nullptr, b = nullptr, d = nullptr;
  int error = 0;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_PRODUCT_H
