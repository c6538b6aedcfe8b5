// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_RUN_ARRAYS_PRINT_H
#define TOOLS_RUN_ARRAYS_PRINT_H

#include "tools/amp-run/Arrays/Arrays.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp::runner {

/// Prints `out_0: float32 (3,)` and the elements in NumPy's notation. A long
/// dimension is abbreviated to both ends.
void printArray(llvm::raw_ostream &os, llvm::StringRef name,
                const Array &array);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_ARRAYS_PRINT_H
