// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Splits a reduction of a contraction's result in two: the contraction's fusion
// group computes partial sums, and the reduction's fusion group combines them.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// Returns the reduction that `unit` begins with, of elements of at most 32
/// bits, if all other ops are elementwise on its result; else null.
linalg::GenericOp summingOp(func::FuncOp unit);

/// Returns the type of `places` partial sums of `op`.
MemRefType partsOf(linalg::GenericOp op, int64_t places);

/// Attribute of an op of a fusion group: its result has many partial sums, of
/// which the indexing map names the first one only.
inline constexpr llvm::StringLiteral partsAttrName = "parts";

/// Appends to the function that `builder` writes: parts = partial sums of `op`.
/// `values`: maps arguments and constants of the fusion group of `op` to that
/// function.
void writeParts(OpBuilder &builder, linalg::GenericOp op, Value parts,
                IRMapping &values);

/// Returns a copy of `unit` with one more argument, the partial sums, which
/// `op` reduces instead of its inputs.
func::FuncOp sumParts(func::FuncOp unit, linalg::GenericOp op,
                      MemRefType parts);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H
