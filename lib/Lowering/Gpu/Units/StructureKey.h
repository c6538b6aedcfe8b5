// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_STRUCTUREKEY_H
#define LIB_LOWERING_GPU_UNITS_STRUCTUREKEY_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::lowering {

/// Returns a key that two ops without outer operands share if, and only if,
/// they differ only in locations and names of values. Valid as long as the
/// context.
std::string structureOf(Operation *op);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_STRUCTUREKEY_H
