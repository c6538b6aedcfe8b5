// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes of policy, precision and casts (Passes.td): an options struct and a
// constructor for each. The caller owns a pass until a pass manager takes it.
#ifndef AMP_PASSES_H
#define AMP_PASSES_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/Passes.h.inc"

} // namespace mlir::amp

#endif // AMP_PASSES_H
