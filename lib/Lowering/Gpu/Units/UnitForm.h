// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITFORM_H
#define LIB_LOWERING_GPU_UNITS_UNITFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Loop structures for which there are kernel emitters. Nest is for all others:
/// its temporaries are buffers, those of the other forms are registers.
enum class UnitForm { Map, Reduction, Nest, Rows };

/// Returns the ops of `unit` that a kernel executes; all other ops define their
/// operands.
SmallVector<Operation *> actionsOf(func::FuncOp unit);

/// Returns the form of the kernel that executes `ops`, in this order.
UnitForm formOf(ArrayRef<Operation *> ops);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITFORM_H
