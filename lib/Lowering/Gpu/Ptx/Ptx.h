// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_PTX_H
#define LIB_LOWERING_GPU_PTX_PTX_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::amp::lowering {

/// Attributes of a gpu.module: name of the module that it was split from, and
/// PTX.
inline constexpr llvm::StringLiteral partAttrName = "part_of",
                                     ptxAttrName = "ptx";

/// Registers the dialect translations to LLVM IR that kernels need.
void registerPtxTranslations(DialectRegistry &registry);

/// Joins PTX modules for one chip. Definitions that occur in several modules
/// (dynamic shared memory, functions of libdevice) are emitted once.
class PtxJoiner {
public:
  /// Appends a module. Returns the error message, or an empty string.
  std::string add(llvm::StringRef module);
  std::string take() { return std::move(text); }

private:
  std::string text;
  llvm::StringMap<std::string> known; // statements by name
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_PTX_H
