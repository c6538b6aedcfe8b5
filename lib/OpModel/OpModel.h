// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every pass knows about an op, by name: one row per op, in rows/*.cpp.
#ifndef LIB_OPMODEL_OPMODEL_H
#define LIB_OPMODEL_OPMODEL_H

#include "amp/ModelOp.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// What the regions of an op are to the code around it.
enum class RegionRule {
  none,   ///< no regions
  branch, ///< run at most once each time the op runs; result i is yielded
  loop,   ///< run many times; position i is carried from turn to turn
  body,   ///< part of the op itself, such as the body of linalg.generic
  inlined ///< run once each time the op runs, as if they stood in its place
};

/// One op.
///
/// `operands` and `results` give each its slot group by a letter; values of one
/// group share one float type. '.' is never retyped, and '=' shares a slot with
/// the value at the same position on the other side (operand i with result i).
/// The last letter serves any that follow. Letters of values that are not f32
/// do not matter.
struct OpRow {
  StringLiteral name;
  OpClass opClass;
  StringLiteral operands, results;
  RegionRule regions;
  /// Operations per element of the larger of operands and results, weighed as
  /// the Livermore loops do: 1 for what an adder does in one pass, 4 for a
  /// division or a square root, 8 for other functions, 0 for moving values.
  /// Contractions tell theirs through ModelOp.
  unsigned flops;
  StringLiteral why;
  /// An attribute by which the program itself fixes the types, if any.
  StringLiteral fixedBy = "";
};

/// The row of `op`; null if the model does not know it.
const OpRow *lookupRow(Operation *op);

/// The class of `op`: its row's, but a reduction whose body only chooses
/// (maximum, minimum, and, or) is a select, because it rounds nothing, and a
/// scatter whose body computes is a reduction.
OpClass classOf(Operation *op, const OpRow *row);

/// Whether `op` returns floats that it chooses among more of them, such as a
/// maximum over a dimension.
bool choosesAmongMany(Operation *op, const OpRow *row);

/// The slot group of an operand or result, or none if it is never retyped.
std::optional<unsigned> slotOf(OpOperand &operand, const OpRow &row);
std::optional<unsigned> slotOf(OpResult result, const OpRow &row);
unsigned numSlots(Operation *op, const OpRow &row);

/// Whether the regions of `op` run many times for one run of `op`.
bool isLoop(Operation *op);

/// Every row, by dialect and name.
ArrayRef<const OpRow *> allRows();

/// Registers external models for the upstream dialects.
void registerUpstreamModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPMODEL_H
