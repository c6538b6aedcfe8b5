// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that report decisions (LedgerPasses.td): an options struct and a
// constructor for each. The caller owns a pass until a pass manager takes it.
#ifndef AMP_LEDGERPASSES_H
#define AMP_LEDGERPASSES_H

#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mlir::amp {

#define GEN_PASS_DECL
#include "amp/LedgerPasses.h.inc"

#define GEN_PASS_REGISTRATION
#include "amp/LedgerPasses.h.inc"

} // namespace mlir::amp

#endif // AMP_LEDGERPASSES_H
