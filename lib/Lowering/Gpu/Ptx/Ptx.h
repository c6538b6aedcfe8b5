// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_PTX_PTX_H
#define LIB_LOWERING_GPU_PTX_PTX_H

#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace mlir::amp::lowering {

/// On a gpu.module: the name of the module that it is a part of, and its text.
inline constexpr llvm::StringLiteral partAttrName = "part_of",
                                     ptxAttrName = "ptx";

/// Registers what LLVM needs to translate kernels to PTX.
void registerPtxTranslations(DialectRegistry &registry);

/// Joins modules of PTX for one chip. What several of them define alike (shared
/// memory of dynamic size, functions of libdevice) is defined once.
class PtxJoiner {
public:
  /// Appends a module; empty, or the error.
  std::string add(llvm::StringRef module);
  std::string take() { return std::move(text); }

private:
  std::string text;
  llvm::StringMap<std::string> known; // by name: statements
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_PTX_PTX_H
