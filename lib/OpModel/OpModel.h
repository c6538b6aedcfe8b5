// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Lookup of op rows (amp/OpRow.h). The built-in rows are in rows/*.cpp.
#ifndef LIB_OPMODEL_OPMODEL_H
#define LIB_OPMODEL_OPMODEL_H

#include "amp/ModelOp.h"
#include "amp/OpRow.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Visitors.h"

namespace mlir::amp {

/// Returns the row of `op`; null if the model does not know the op.
const OpRow *lookupRow(Operation *op);

/// Returns the class of `op`, which is its row's class with two exceptions. A
/// reduction whose body only selects (maximum, minimum, and, or) is a select,
/// because it does not round. A scatter whose body computes is a reduction.
OpClass classOf(Operation *op, const OpRow *row);

/// Returns true if `op` selects its float results among several elements, as a
/// maximum over a dimension does.
bool choosesAmongMany(Operation *op, const OpRow *row);

/// Returns true if ops of `row` are elementwise; false for null.
bool isPerElement(const OpRow *row);

/// Returns true if `row` is of class contraction; false for null.
bool isContraction(const OpRow *row);

/// Returns true for a contraction of depth 1, which multiplies and sums nothing.
bool isOuterProduct(Operation *op);

/// Returns true for consecutive numbers (iota, arange), and for floats that are
/// converted from integers of 16 bits or more; f16 and bf16 represent narrower
/// ones exactly. `row` may be null.
bool makesPositions(Operation *op, const OpRow *row);

/// Returns true if a value of this type, shaped or not, is a float (isFloat) or
/// f32 (isF32).
bool isFloat(Type type);
bool isF32(Type type);

/// Returns true if `op` has an operand or a result of such a type.
bool handlesFloat(Operation *op);
bool handlesF32(Operation *op);

/// Returns the value of a constant op, by its folder; null for other ops.
Attribute findConstantValue(Operation *op);

/// Visits `op` and its nested ops in pre-order, except bodies that belong to an
/// op (RegionRule::body).
WalkResult walkOps(Operation *op, function_ref<WalkResult(Operation *)> visit);

/// Visits the ops in the body that belongs to `op` (RegionRule::body), nested
/// ones included, in pre-order. Skips bodies that the op name determines
/// (linalg.matmul).
WalkResult walkBody(Operation *op, function_ref<WalkResult(Operation *)> visit);

/// Same as walkOps, but includes those bodies.
WalkResult walkOpsAndBodies(Operation *op,
                            function_ref<WalkResult(Operation *)> visit);

/// Returns true if the body of `op` has the float type of its operands. Ops
/// with a ModelOp interface (linalg.generic) extend their operands and compute
/// in f32.
bool bodySharesType(Operation *op);

/// Returns the outermost op whose body contains `op`; null if there is none.
Operation *findBodyOwner(Operation *op);

/// Returns the slot group of an operand or result; none if never retyped.
std::optional<unsigned> slotOf(OpOperand &operand, const OpRow &row);
std::optional<unsigned> slotOf(OpResult result, const OpRow &row);
unsigned numSlots(Operation *op, const OpRow &row);

/// Returns true if the regions of `op` are a loop.
bool isLoop(Operation *op);

/// Returns the trip count of a loop that counts up between constants; none for
/// other loops.
std::optional<double> findTripCount(Operation *loop);

/// Returns the built-in rows by dialect and name, then those of the loaded
/// dialects.
SmallVector<const OpRow *> allRows(MLIRContext &context);

/// Emits an error for the first op whose dialect has a malformed row.
LogicalResult checkRows(ModuleOp module);

/// Registers external models for the upstream dialects.
void registerUpstreamModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPMODEL_H
