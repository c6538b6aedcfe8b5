// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_ROWLANES_H
#define LIB_LOWERING_GPU_ROWLANES_H

#include "lib/Lowering/Gpu/KernelCode.h"
#include "lib/Lowering/Gpu/RowShape.h"

namespace mlir::amp {

/// Totals of what the threads of a row have, in each of them: in the same order
/// each time.
SmallVector<Value> totalsOf(ArrayRef<Value> parts,
                            ArrayRef<Operation *> combiners,
                            const RowShape &how, KernelCode &code);

} // namespace mlir::amp

#endif // LIB_LOWERING_GPU_ROWLANES_H
