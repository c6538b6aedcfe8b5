// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_TABLE_H
#define LIB_SCALING_INFER_TABLE_H

#include "lib/Scaling/infer/MarkWriter.h"

namespace mlir::amp::scaling {

/// Returns the inferred marks as a short table, with lines of the source.
std::string formatTable(const StepGraph &graph, const Inference &found,
                        ArrayRef<unsigned> gradients);

/// Returns the location for a message about a function: its first op, because
/// the line of its signature is long.
Location locationOf(FunctionOpInterface function);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_TABLE_H
