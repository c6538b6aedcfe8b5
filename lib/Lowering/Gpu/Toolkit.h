// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_TOOLKIT_H
#define LIB_LOWERING_GPU_TOOLKIT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::amp::lowering {

/// NVIDIA's bitcode library of math functions, in a toolkit.
inline constexpr llvm::StringLiteral libdevice =
    "nvvm/libdevice/libdevice.10.bc";

/// Returns the path of a file of CUDA's toolkit, from CUDA_HOME, CUDA_ROOT,
/// CUDA_PATH, then PATH for programs; empty if it is not found.
std::string findInToolkit(llvm::StringRef file);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TOOLKIT_H
