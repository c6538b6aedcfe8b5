// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a file as text that MLIR can parse safely.
#ifndef TOOLS_COMMON_READINPUT_H
#define TOOLS_COMMON_READINPUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::amp::opt {

struct ScanOptions;

/// Reads the whole file, or standard input for "-". Rejects or repairs input
/// that would crash a parser (InputFormat.h, InputScan.h). Returns null, with
/// an error on stderr, on failure.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef name,
                                              const ScanOptions &options);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_READINPUT_H
