// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A unit that sums what a product's unit makes, in two: parts of the sums are
// left by the product's, and put together by what remains.
#ifndef LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H
#define LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::amp::lowering {

/// The op that sums, if `unit` does that first, for values of 32 bits at most,
/// and then only things with the sums, one by one; else null.
linalg::GenericOp summingOp(func::FuncOp unit);

/// `parts` of what `op` sums, as many as `places`.
MemRefType partsOf(linalg::GenericOp op, int64_t places);

/// On an op of a unit: its result has a part for each of its places, of which
/// the op names the first one alone.
inline constexpr llvm::StringLiteral partsAttrName = "parts";

/// Appends to the unit that `builder` writes: parts = those of `op`. `values`:
/// what arguments and constants of the unit of `op` are there.
void writeParts(OpBuilder &builder, linalg::GenericOp op, Value parts,
                IRMapping &values);

/// `unit` with one more argument, the parts, which its `op` sums now.
func::FuncOp sumParts(func::FuncOp unit, linalg::GenericOp op,
                      MemRefType parts);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_UNITS_TOTALUNITS_H
