// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of shape alignment (ShapesPasses.td): an options struct and a
// constructor for each. The caller owns a pass until a pass manager takes it.
#ifndef AMP_SHAPESPASSES_H
#define AMP_SHAPESPASSES_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/ShapesPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/ShapesPasses.h.inc"

} // namespace mlir::amp

#endif // AMP_SHAPESPASSES_H
