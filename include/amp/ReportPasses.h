// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that report decisions (ReportPasses.td): an options struct and a
// constructor for each. The caller owns a pass until a pass manager takes it.
#ifndef AMP_REPORTPASSES_H
#define AMP_REPORTPASSES_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/ReportPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/ReportPasses.h.inc"

} // namespace mlir::amp

#endif // AMP_REPORTPASSES_H
