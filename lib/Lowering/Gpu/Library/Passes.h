// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_LIBRARY_PASSES_H
#define LIB_LOWERING_GPU_LIBRARY_PASSES_H

#include "mlir/Pass/Pass.h"

#include <functional>

struct amprt_convolution;
struct amprt_matmul;

namespace mlir::amp {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "lib/Lowering/Gpu/Library/Passes.h.inc"

/// Creates passes that keep ops for which the library has no algorithm on the
/// current device; kernels of this compiler compute them.
std::unique_ptr<Pass> createLibraryProducts(
    std::function<bool(const struct amprt_matmul &)> hasAlgorithm);
std::unique_ptr<Pass> createLibraryConvolutions(
    std::function<bool(const struct amprt_convolution &)> hasAlgorithm);

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_LIBRARY_PASSES_H
