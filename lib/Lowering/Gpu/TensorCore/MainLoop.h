// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A back end of tensor cores is one function like this; what is done with the
// sums (Epilogue.h) does not depend on it.
#ifndef LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
#define LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"

namespace mlir::amp::lowering {

/// Two sums beside each other, so far from the thread's first ones.
struct Pair {
  int64_t row, column;
  Value sums[2];
};

struct Sums {
  Value row, column; // of the thread's first sum, in the whole product
  SmallVector<Pair> pairs;
};

/// `factors`: where the elements at row, column and depth 0 of the batch are.
Sums emitMmaSyncLoop(Code &code, const Plan &plan, ArrayRef<Value> factors,
                     Value shared);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_MAINLOOP_H
