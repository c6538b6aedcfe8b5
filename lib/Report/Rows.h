// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_ROWS_H
#define LIB_REPORT_ROWS_H

#include "lib/Graph/ProgramGraph.h"
#include "llvm/Support/JSON.h"

namespace mlir::amp::report {

/// Writes the arrays "ops" (each op that handles floats) and "casts".
void writeRows(llvm::json::OStream &json, const ProgramGraph &graph);

} // namespace mlir::amp::report

#endif // LIB_REPORT_ROWS_H
