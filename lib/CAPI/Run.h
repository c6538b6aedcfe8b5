// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared steps of the functions of the C interface.
#ifndef LIB_CAPI_RUN_H
#define LIB_CAPI_RUN_H

#include "lib/CAPI/Result.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp::capi {

/// Adds the passes of a textual pipeline. Returns false, and adds an error to
/// `result`, if `text` is not a pipeline.
bool parse(PassManager &passes, StringRef text, AmpResult &result);

/// Makes `passes` verify the module once, after their last pass, as amp-opt
/// does; after each pass if `verifiesEachPass`.
void verifyAtEnd(PassManager &passes);

/// Runs `passes`; sets the status, report, tables and signature of `result`.
void run(PassManager &passes, ModuleOp module, AmpResult &result);

} // namespace mlir::amp::capi

#endif // LIB_CAPI_RUN_H
