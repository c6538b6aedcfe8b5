// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPMARKS_H
#define DIALECTS_AMP_IR_AMPMARKS_H

#include "dialects/amp/IR/Amp.h"

#define GET_OP_CLASSES
#include "dialects/amp/IR/AmpMarks.h.inc"

namespace mlir::amp {
/// The kind of state that is never held back.
constexpr llvm::StringLiteral keyKind = "key";
} // namespace mlir::amp

#endif // DIALECTS_AMP_IR_AMPMARKS_H
