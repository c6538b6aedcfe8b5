// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of amp/OpRow.h that amp has itself are in rows/*.cpp.
#ifndef LIB_OPMODEL_OPMODEL_H
#define LIB_OPMODEL_OPMODEL_H

#include "amp/ModelOp.h"
#include "amp/OpRow.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Visitors.h"

namespace mlir::amp {

/// The row of `op`; null if the model does not know it.
const OpRow *lookupRow(Operation *op);

/// The class of `op`: its row's, but a reduction whose body only chooses
/// (maximum, minimum, and, or) is a select, because it rounds nothing, and a
/// scatter whose body computes is a reduction.
OpClass classOf(Operation *op, const OpRow *row);

/// Returns true if `op` returns floats that it chooses among several, such as a
/// maximum over a dimension.
bool choosesAmongMany(Operation *op, const OpRow *row);

/// Returns true if an op of this row computes each element by itself; false for
/// null.
bool isPerElement(const OpRow *row);

/// Returns true if a value of this type is a float, or one of f32; shaped or
/// not.
bool isFloat(Type type);
bool isF32(Type type);

/// Returns true if `op` has an operand or a result of such a type.
bool handlesFloat(Operation *op);
bool handlesF32(Operation *op);

/// The value of a constant op, by its folder; null for others.
Attribute findConstantValue(Operation *op);

/// Visits `op` and what is in it, parents first; not the bodies that are part
/// of an op.
WalkResult walkOps(Operation *op, function_ref<WalkResult(Operation *)> visit);

/// Visits the ops in the body that is part of `op` (RegionRule::body), nested
/// ones included, parents first. Skips bodies that follow from the name of the
/// op (linalg.matmul).
WalkResult walkBody(Operation *op, function_ref<WalkResult(Operation *)> visit);

/// As walkOps, but with those bodies.
WalkResult walkOpsAndBodies(Operation *op,
                            function_ref<WalkResult(Operation *)> visit);

/// Returns true if the body of `op` has the float type of its operands. Ops
/// with a model of their own (linalg.generic) widen their operands and compute
/// in f32.
bool bodySharesType(Operation *op);

/// The outermost op whose body holds `op`; null if there is none.
Operation *findBodyOwner(Operation *op);

/// The slot group of an operand or result, or none if it is never retyped.
std::optional<unsigned> slotOf(OpOperand &operand, const OpRow &row);
std::optional<unsigned> slotOf(OpResult result, const OpRow &row);
unsigned numSlots(Operation *op, const OpRow &row);

/// Returns true if the regions of `op` run many times for one run of `op`.
bool isLoop(Operation *op);

/// Returns the trip count of a loop that counts up between constants; none for
/// others.
std::optional<double> countTurns(Operation *loop);

/// Every row, by dialect and name; then those that loaded dialects brought.
SmallVector<const OpRow *> allRows(MLIRContext &context);

/// Emits an error at the first op whose dialect brought a malformed row.
LogicalResult checkRows(ModuleOp module);

/// Registers external models for the upstream dialects.
void registerUpstreamModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPMODEL_H
