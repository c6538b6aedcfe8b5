// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_CHIPS_H
#define LIB_LOWERING_GPU_CHIPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::amp::lowering {

struct GpuChip {
  llvm::StringRef name;
  llvm::StringRef features; // the first PTX version that knows it well
  llvm::StringRef tiles;    // whose tile sizes its contractions take
  int32_t mergedBlocks = 0; // see min-blocks of amp-merge-launches
};

llvm::ArrayRef<GpuChip> gpuChips();

/// Null for a chip that is not known.
const GpuChip *findGpuChip(llvm::StringRef name);

/// "sm_80, sm_86, ..."
std::string knownGpuChips();

/// NVIDIA's functions of math ops, in a toolkit.
inline constexpr llvm::StringLiteral libdevice =
    "nvvm/libdevice/libdevice.10.bc";

/// A file of CUDA's toolkit, by CUDA_HOME, CUDA_ROOT, CUDA_PATH, then PATH for
/// programs; empty where there is none.
std::string findInToolkit(llvm::StringRef file);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_CHIPS_H
