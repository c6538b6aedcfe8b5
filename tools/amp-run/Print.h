// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_RUN_PRINT_H
#define AMP_RUN_PRINT_H

#include "Arrays.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::amp::runner {

/// `out_0: float32 (3,)` and its elements as NumPy prints them; of a long
/// dimension, both ends.
void printArray(llvm::raw_ostream &os, llvm::StringRef name,
                const Array &array);

} // namespace mlir::amp::runner

#endif // AMP_RUN_PRINT_H
