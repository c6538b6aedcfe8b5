// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Scan of the input's tokens before MLIR parses it. The scan rejects input that
// would crash the parser or a later pass (nesting, missing or misaligned data,
// shapes whose element count overflows 64 bits), and rewrites JAX's i1
// constants (see BoolConstants.h). It handles brackets, strings, comments and
// aliases, but no grammar: MLIR reports syntax errors.
#ifndef TOOLS_COMMON_INPUTSCAN_H
#define TOOLS_COMMON_INPUTSCAN_H

#include "InputError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::amp::opt {

struct ScanOptions {
  unsigned maxNesting = 512;
  /// Separator of modules in the text; empty for none.
  llvm::StringRef splitMarker;
};

std::optional<InputError> scanInput(llvm::MutableArrayRef<char> text,
                                    const ScanOptions &options);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_INPUTSCAN_H
