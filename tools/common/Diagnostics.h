// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Shapes how diagnostics are printed.
#ifndef TOOLS_COMMON_DIAGNOSTICS_H
#define TOOLS_COMMON_DIAGNOSTICS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::amp::opt {

/// Makes every context of `registry` print diagnostics briefly, in front of the
/// handler that it has when its first function is parsed or the first of our
/// passes runs: of an op its first line alone, `error: ...` without a location
/// where there is none, and a remark on one line.
/// `ownsUnlocated` is false where another handler must see all of them.
void registerBriefDiagnostics(DialectRegistry &registry, bool ownsUnlocated);

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_DIAGNOSTICS_H
