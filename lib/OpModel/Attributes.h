// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Attributes of StableHLO and Shardy ops through the interfaces of their
// dialects (amp/OpAttributes.h).
#ifndef LIB_OPMODEL_ATTRIBUTES_H
#define LIB_OPMODEL_ATTRIBUTES_H

#include "amp/OpAttributes.h"
#include "amp/OpRow.h"

namespace mlir::amp {

std::optional<Comparison> getComparison(Operation *compare);

/// Dimension numbers of a gather or scatter; empty lists if `op` has none.
IndexDims getIndexDims(Operation *op);

/// Returns the dimension numbers of a dot_general or convolution; none if `op`
/// has none or if they exceed the ranks of its operands and result.
std::optional<DotDims> getDotDims(Operation *dot);
std::optional<ConvDims> getConvDims(Operation *conv);

Tf32 getTf32(Operation *contraction);
/// Returns the HIGHEST precision of the StableHLO dialect in `context`.
Attribute makeHighestPrecision(MLIRContext *context);

std::optional<Channel> getChannel(Operation *collective);
/// Returns a channel of the StableHLO dialect in `context`.
Attribute makeChannel(MLIRContext *context, Channel channel);
bool isUniform(Operation *rng);

/// Returns true for a custom call that only places a value on devices
/// (`@Sharding` of GSPMD).
bool isPlacement(Operation *op);

/// Returns true if the elements of the results are those of the operands: an op
/// of class layout, a placement, a conversion to the same type, or
/// reduce_precision, which rounds them. `row` may be null.
bool movesElements(Operation *op, const OpRow *row);

/// Returns the operand of an op that moves the elements of one operand
/// unchanged; null for other ops, and for null.
Value findMovedOperand(Operation *op);

/// Returns the sharding interface of the dialect of `op`, or null.
const OpShardings *findShardings(Operation *op);

} // namespace mlir::amp

#endif // LIB_OPMODEL_ATTRIBUTES_H
