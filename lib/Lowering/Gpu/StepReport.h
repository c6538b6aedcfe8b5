// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The report of `--amp-to-gpu=report=FILE`: passes add their entries to an
// attribute of the module, which amp-print-step-time writes as JSON.
#ifndef LIB_LOWERING_GPU_STEPREPORT_H
#define LIB_LOWERING_GPU_STEPREPORT_H

#include "lib/Support/ReportEntry.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::lowering {

/// Attribute of a module whose lowering is reported: a dictionary of entries.
inline constexpr llvm::StringLiteral stepReportAttrName = "amp.step_report";

/// Adds an entry to the report of a module, if it has one.
void addToReport(ModuleOp module, StringRef name, Attribute entry);

/// Adds an entry for a function.
void addToReport(ModuleOp module, StringRef name, StringRef function,
                 Attribute entry);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_STEPREPORT_H
