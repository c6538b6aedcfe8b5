// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_ARRAYS_PRINT_H
#define TOOLS_RUN_ARRAYS_PRINT_H

#include "tools/amp-run/Arrays/Arrays.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp::runner {

/// `out_0: float32 (3,)` and its elements as NumPy prints them; of a long
/// dimension, both ends.
void printArray(llvm::raw_ostream &os, llvm::StringRef name,
                const Array &array);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_PRINT_H
