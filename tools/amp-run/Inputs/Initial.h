// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// First values of the states that --amp appended to a step.
#ifndef TOOLS_RUN_INPUTS_INITIAL_H
#define TOOLS_RUN_INPUTS_INITIAL_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/amp-run/Inputs/Match.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::amp::runner {

/// Finds the arguments of `entry` that @ENTRY_init_scaler or
/// @ENTRY_init_shadows has the first value of: those with amp.role whose
/// amp.state is that of a result there.
llvm::BitVector findInitialized(func::FuncOp entry);

/// Runs these functions, and sets the arguments that `missing` names and
/// findInitialized found. Shadows are made of the parameters in `arguments`.
LogicalResult initialize(func::FuncOp entry, const llvm::BitVector &missing,
                         llvm::MutableArrayRef<Argument> arguments);

} // namespace mlir::amp::runner

#endif // TOOLS_RUN_INPUTS_INITIAL_H
