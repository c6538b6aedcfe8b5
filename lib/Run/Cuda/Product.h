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

  /// Returns the matrix that is added; in place it is the result.
  const void *c() const { return with.c ? with.c : with.d; }
};

/// That as cuBLASLt describes it. Its matrices are column-major, so it computes
/// the transposed product: d^T = op(b)^T * op(a)^T.
class Product {
public:
  Product(const Blas &blas, const Call &call);
  ~Product();
  Product(const Product &) = delete;
  Product &operator=(const Product &) = delete;

  /// Writes to `d`, whatever the call says; 0, or cuBLASLt's error. What adds
  /// to its own result adds to `d` then.
  int run(Handle library, const Candidate &candidate, void *d, void *workspace,
          const float *numbers, Handle stream) const;
  /// Returns the number of candidates that cuBLASLt proposes, at most `most`.
  int propose(Handle library, Candidate *candidates, int most,
              uint64_t workspace) const;

  /// The first error of describing it, or 0.
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
