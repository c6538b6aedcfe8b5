// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPMARKS_H
#define DIALECTS_AMP_IR_AMPMARKS_H

#include "dialects/amp/IR/Amp.h"

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpMarks.h.inc"

namespace mlir::amp {
/// The kind of state that is never held back.
constexpr llvm::StringLiteral keyKind = "key";

/// Name of the composite in whose decomposition AMP is off. It is no mark: it
/// runs a function.
constexpr llvm::StringLiteral offName = "amp.off";

/// Emits an error if the composite `op` with this name, "amp.*", is no valid
/// mark.
LogicalResult verifyMark(Operation *op, StringRef name);

/// Emits an error if the types or words of a mark that is a composite differ
/// from those of its op. `op` has the number of operands and results of the
/// mark.
LogicalResult verifyMarkValues(Operation *op, StringRef name);
} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_AMPMARKS_H
