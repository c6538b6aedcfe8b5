// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One pass over the input's words before MLIR parses it. It refuses what would
// crash the parser or a later pass (nesting, missing or misaligned data, shapes
// that no 64 bits count), and rewrites JAX's i1 constants (see
// BoolConstants.h). It knows brackets, strings, comments and aliases, and no
// grammar: an error of syntax is left to MLIR.
#ifndef TOOLS_COMMON_INPUTSCAN_H
#define TOOLS_COMMON_INPUTSCAN_H

#include "InputError.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace mlir::amp::opt {

struct ScanOptions {
  unsigned maxNesting = 512;
  /// Splits the text into modules of their own; empty for none.
  llvm::StringRef splitMarker;
};

std::optional<InputError> scanInput(llvm::MutableArrayRef<char> text,
                                    const ScanOptions &options);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_INPUTSCAN_H
