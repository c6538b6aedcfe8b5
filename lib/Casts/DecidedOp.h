// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_DECIDEDOP_H
#define LIB_CASTS_DECIDEDOP_H

#include "lib/Graph/Joints.h"
#include "lib/OpModel/OpModel.h"

namespace mlir::amp::casts {

/// Values of one op that get one element type: those that it makes and the
/// operands that it reads. Only f32 ones; others keep their types.
struct DecidedSlot {
  Type element;
  SmallVector<Value, 1> values;
  SmallVector<OpOperand *, 2> inputs;
};

/// An op (or function) whose decision changes types.
struct DecidedOp {
  Operation *op;
  ReasonAttr reason;
  SmallVector<DecidedSlot, 1> slots;
};

/// Pairs the decision of `op` with its slots; `calls` call it if it is a
/// function. Diagnoses a decision that does not fit the op.
FailureOr<DecidedOp> matchDecision(Operation *op, PrecisionAttr precision,
                                   ArrayRef<Operation *> calls);

} // namespace mlir::amp::casts

#endif // LIB_CASTS_DECIDEDOP_H
