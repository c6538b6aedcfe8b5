// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Error in an input, with its position; printed like MLIR's errors.
#ifndef TOOLS_COMMON_INPUTERROR_H
#define TOOLS_COMMON_INPUTERROR_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::amp::opt {

struct InputError {
  const char *where;
  std::string message;
};

/// Prints `file:line:col: error: message` and the line with a caret.
void printError(const llvm::MemoryBuffer &input, const InputError &error,
                llvm::raw_ostream &os);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_INPUTERROR_H
