// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_RETYPEBODY_H
#define LIB_CASTS_RETYPEBODY_H

#include "lib/Casts/CastRequests.h"
#include "lib/Casts/DecidedOp.h"

namespace mlir::amp::casts {

/// Returns the operands in the body of a low op that capture values from
/// outside, in f32 or already in the op's type: they need the op's type.
SmallVector<OpOperand *> findCaptures(const DecidedOp &decided);

/// Gives every f32 value in the body of a low op (the comparator of a sort, the
/// maximum of a reduce) the op's type; constants are rounded. Ops with a
/// ModelOp interface do this in adoptTypes.
void retypeBody(const DecidedOp &decided);

} // namespace mlir::amp::casts

#endif // LIB_CASTS_RETYPEBODY_H
