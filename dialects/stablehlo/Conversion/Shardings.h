// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_CONVERSION_SHARDINGS_H
#define DIALECTS_STABLEHLO_CONVERSION_SHARDINGS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::stablehlo {

/// Removes sharding attributes of ops and functions under `root`: they name
/// meshes that no longer exist.
void dropShardings(Operation *root);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_SHARDINGS_H
