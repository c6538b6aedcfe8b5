// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_DECIDEDOP_H
#define LIB_CASTS_DECIDEDOP_H

#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/OpModel.h"

namespace mlir::amp::casts {

/// The f32 values of one op that get one element type: results (or carried
/// values) and operands. Values of other types keep them.
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

/// Matches the decision of `op` with its slots; `calls` are the calls if `op`
/// is a function. Diagnoses a decision with another number of slots.
FailureOr<DecidedOp> matchDecision(Operation *op, PrecisionAttr precision,
                                   ArrayRef<Operation *> calls);

} // namespace mlir::amp::casts

#endif // LIB_CASTS_DECIDEDOP_H
