// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_POLICY_OFFREGIONS_H
#define LIB_POLICY_OFFREGIONS_H

#include "lib/Policy/ReadersOf.h"

namespace mlir::amp::policy {

/// Writes `amp.listed` on all ops where AMP is off: those inside a composite
/// "amp.off", or inside an op or function whose own `amp.require` is deny.
/// A function is off if all of its calls are.
void listOffRegions(ModuleOp module, GraphOf graph);

} // namespace mlir::amp::policy

#endif // LIB_POLICY_OFFREGIONS_H
