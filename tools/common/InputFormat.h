// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tells MLIR text and this MLIR's bytecode from everything else.
#ifndef TOOLS_COMMON_INPUTFORMAT_H
#define TOOLS_COMMON_INPUTFORMAT_H

#include "llvm/Support/MemoryBuffer.h"
#include <string>

namespace mlir::amp::opt {

/// Any MLIR's bytecode.
bool isBytecode(llvm::StringRef bytes);

/// Why the input cannot be read and what to do about it; empty if it can.
std::string findForeignFormat(const llvm::MemoryBuffer &input);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_INPUTFORMAT_H
