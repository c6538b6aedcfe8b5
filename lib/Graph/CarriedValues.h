// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that control flow forwards: loop-carried values, yielded values of
// branches, operands of barriers.
#ifndef LIB_GRAPH_CARRIEDVALUES_H
#define LIB_GRAPH_CARRIEDVALUES_H

#include "lib/OpModel/OpModel.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// Region-carried value: SSA values that control flow ties together (the result
/// of a loop and the arguments of its regions), and the operands that
/// initialize or update them. All of them share one type.
struct CarriedValue {
  SmallVector<Value, 3> values;
  SmallVector<OpOperand *, 3> inputs;
  Operation *owner = nullptr; ///< control op or function, in a ProgramGraph
};

/// Returns the carried values of a control op, in the order of its results
/// (RegionRule::inlined: of its region's arguments, then of its results). Empty
/// for other ops.
SmallVector<CarriedValue> findCarriedValues(Operation *op, const OpRow *row);

/// Same as findCarriedValues, but includes loops whose carried values are never
/// retyped.
SmallVector<CarriedValue> findAllCarriedValues(Operation *op);

/// Returns the operands of a control op, and of the terminators of its regions,
/// that are inputs of no carried value: conditions, predicates, bounds.
SmallVector<OpOperand *>
findControlOperands(Operation *op, ArrayRef<CarriedValue> carriedValues);

/// Returns true if each region of `op` has at most one block. Carried values
/// assume one terminator per region.
bool hasSingleBlocks(Operation *op);

/// Returns true if ops of `row` have carried values, of whatever type.
bool carriesValues(const OpRow *row);

/// Returns the carried values of a function whose only callers are `calls`: one
/// per argument, then one per result.
SmallVector<CarriedValue> findCarriedValues(FunctionOpInterface function,
                                            ArrayRef<Operation *> calls);

} // namespace mlir::amp

#endif // LIB_GRAPH_CARRIEDVALUES_H
