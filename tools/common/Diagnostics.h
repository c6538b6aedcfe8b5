// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Format of printed diagnostics.
#ifndef TOOLS_COMMON_DIAGNOSTICS_H
#define TOOLS_COMMON_DIAGNOSTICS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp::opt {

/// Makes each context of `registry` print diagnostics briefly. The handler is
/// installed when the context parses its first function or runs the first of
/// our passes, and takes precedence over earlier handlers. Ops are printed with
/// their first line only, errors without a location as `error: ...`, and
/// remarks on one line. `ownsUnlocated` is false if another handler must see
/// all unlocated diagnostics.
void registerBriefDiagnostics(DialectRegistry &registry, bool ownsUnlocated);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_DIAGNOSTICS_H
