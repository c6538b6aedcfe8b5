// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPMARKS_H
#define DIALECTS_AMP_IR_AMPMARKS_H

#include "dialects/amp/IR/Amp.h"

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpMarks.h.inc"

namespace mlir::amp {
/// State kind of RNG keys. A skipped step still updates them.
constexpr llvm::StringLiteral keyKind = "key";

/// Name of the composite that disables AMP in its decomposition. This composite
/// is a function call, not a mark.
constexpr llvm::StringLiteral offName = "amp.off";

/// Emits an error if the composite `op` named `name` ("amp.*") is not a valid
/// mark.
LogicalResult verifyMark(Operation *op, StringRef name);

/// Emits an error if the types or attributes of a mark in composite form differ
/// from those of the mark's op. Expects `op` to have as many operands and
/// results as the mark.
LogicalResult verifyMarkValues(Operation *op, StringRef name);
} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_AMPMARKS_H
