// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Conversion passes of StableHLO, for pipelines and tools.
#ifndef DIALECTS_STABLEHLO_CONVERSION_CONVERSION_H
#define DIALECTS_STABLEHLO_CONVERSION_CONVERSION_H

#include "mlir/Pass/Pass.h"

namespace mlir::amp::stablehlo {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "dialects/stablehlo/Conversion/Passes.h.inc"

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_CONVERSION_CONVERSION_H
