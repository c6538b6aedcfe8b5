// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CUDA_PRODUCTS_H
#define LIB_RUN_CUDA_PRODUCTS_H

#include "lib/Run/Cuda/Product.h"

#include <map>
#include <optional>
#include <vector>

namespace amprt::cuda {

/// Runs matmuls. The first one of a shape chooses the fastest algorithm.
class Products {
public:
  explicit Products(const Driver &driver) : driver(driver) {}
  void run(const Call &call, Handle stream, bool isRecording);
  /// Returns true if cuBLASLt has an algorithm for operands of 256-byte
  /// alignment; true without cuBLASLt, whose absence is an error of its own.
  bool has(const struct amprt_matmul &how);
  void clear();

private:
  void open(const char *where);
  std::optional<Candidate> choose(const Product &product, const Call &call,
                                  Handle stream);
  void runApart(const Call &call, Handle stream, bool isRecording);
  const void *ones(amprt_type type, int64_t count, const char *where);

  using Key = std::vector<int64_t>;
  const Driver &driver;
  Blas blas;
  Handle library = nullptr;
  void *workspace = nullptr;
  const float *numbers = nullptr;                 // 0 and 1, on the device
  std::map<Key, std::optional<Candidate>> chosen; // none: see runApart
  std::map<std::pair<amprt_type, int64_t>, void *> onesOf;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_PRODUCTS_H
