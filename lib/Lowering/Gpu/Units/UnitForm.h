// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITFORM_H
#define LIB_LOWERING_GPU_UNITS_UNITFORM_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Loop structures that kernels are written for. Nest is any other one: its
/// temporaries are buffers, those of the others are registers.
enum class UnitForm { Map, Reduction, Nest, Rows };

/// Returns the ops of `unit` that a kernel executes; the others define
/// operands.
SmallVector<Operation *> actionsOf(func::FuncOp unit);

/// The form of the kernel that executes `ops`, in this order.
UnitForm formOf(ArrayRef<Operation *> ops);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITFORM_H
