// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of loss scaling and carried weights (ScalingPasses.td): an options
// struct and a constructor for each. The caller owns a pass until a pass
// manager takes it.
#ifndef AMP_SCALINGPASSES_H
#define AMP_SCALINGPASSES_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/ScalingPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/ScalingPasses.h.inc"

} // namespace mlir::amp

#endif // AMP_SCALINGPASSES_H
