// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Distinguishes MLIR text and this MLIR's bytecode from other formats.
#ifndef TOOLS_COMMON_INPUTFORMAT_H
#define TOOLS_COMMON_INPUTFORMAT_H

#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace mlir::amp::opt {

/// Returns true for bytecode of any MLIR version.
bool isBytecode(llvm::StringRef bytes);

/// Returns an error with advice for an unsupported format, else "".
std::string findForeignFormat(const llvm::MemoryBuffer &input);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_INPUTFORMAT_H
