// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// From a file's name to text that MLIR may parse.
#ifndef TOOLS_COMMON_READINPUT_H
#define TOOLS_COMMON_READINPUT_H

#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBuffer.h"

namespace mlir::amp::opt {

struct ScanOptions;

/// Reads all of the file, "-" for standard input, and refuses or mends what no
/// parser should see (InputFormat.h, InputScan.h). None, and an error on
/// stderr, if that fails.
std::unique_ptr<llvm::MemoryBuffer> readInput(llvm::StringRef name,
                                              const ScanOptions &options);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_READINPUT_H
