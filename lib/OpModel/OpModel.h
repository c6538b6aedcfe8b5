// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What every pass knows about an op, by name: one row per op, in Rows.cpp.
#ifndef LIB_OPMODEL_OPMODEL_H
#define LIB_OPMODEL_OPMODEL_H

#include "amp/ModelOp.h"
#include "mlir/IR/Operation.h"

namespace mlir::amp {

/// What the regions of an op are to the code around it.
enum class RegionRule {
  none,   ///< no regions
  branch, ///< run at most once each time the op runs
  loop,   ///< run many times: casts of what it does not change stay outside
  body,   ///< part of the op itself, such as the body of linalg.generic
};

/// One op. `operands` and `results` give each its slot group by a letter, '.'
/// where the value is never retyped; the last letter serves any that follow.
/// Values of one group share one float type.
struct OpRow {
  StringLiteral name;
  OpClass opClass;
  StringLiteral operands, results;
  RegionRule regions;
  /// An attribute by which the program itself fixes the types, if any.
  StringLiteral fixedBy;
  StringLiteral why;
};

/// The row of `op`; null if the model does not know it.
const OpRow *lookupRow(Operation *op);

/// The slot group of an operand or result, or none if it is never retyped.
std::optional<unsigned> slotOf(OpOperand &operand, const OpRow &row);
std::optional<unsigned> slotOf(OpResult result, const OpRow &row);
unsigned numSlots(const OpRow &row);

/// Whether the regions of `op` run many times for one run of `op`.
bool isLoop(Operation *op);

/// Registers external models for the upstream dialects.
void registerUpstreamModels(DialectRegistry &registry);

} // namespace mlir::amp

#endif // LIB_OPMODEL_OPMODEL_H
