// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads the input's words before MLIR parses it.
#ifndef AMP_OPT_INPUTSCAN_H
#define AMP_OPT_INPUTSCAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::amp {

/// Packs JAX's i1 constants in place (see BoolConstants.h).
void scanInput(llvm::MutableArrayRef<char> buffer);

} // namespace mlir::amp

#endif // AMP_OPT_INPUTSCAN_H
