// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_CASTS_RETYPEBODY_H
#define LIB_CASTS_RETYPEBODY_H

#include "lib/Casts/CastRequests.h"
#include "lib/Casts/DecidedOp.h"

namespace mlir::amp {

/// An f32 value from outside of a low body, which the body uses in its type,
/// whatever type the value gets.
struct CapturedUse {
  OpOperand *use;
  Type element;
  ReasonAttr reason;
};

/// Gives every f32 value in the body of a low op (the comparator of a sort, the
/// maximum of a reduce) the op's type; constants are rounded, and what the body
/// captures is listed for a cast to that type. A dialect with a model of its
/// own does this in adoptTypes.
void retypeBody(const DecidedOp &decided,
                SmallVectorImpl<CapturedUse> &captures);

} // namespace mlir::amp

#endif // LIB_CASTS_RETYPEBODY_H
