// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that control flow forwards: values that a loop carries, a branch
// yields, or a barrier passes through.
#ifndef LIB_GRAPH_JOINTS_H
#define LIB_GRAPH_JOINTS_H

#include "lib/OpModel/OpModel.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// Values that are one value under several names (a carried value: the result
/// of the loop and the arguments of its regions), and the operands that it is
/// set from. All of them share one type.
struct Joint {
  SmallVector<Value, 3> values;
  SmallVector<OpOperand *, 3> inputs;
  Operation *owner = nullptr; ///< control op or function, in a ProgramGraph
};

/// The joints of a control op, in the order of its results (of the arguments,
/// then results, of an op whose region stands in its place). Empty for others.
SmallVector<Joint> findJoints(Operation *op, const OpRow *row);

/// As findJoints, but also of loops whose carried values keep their types.
SmallVector<Joint> findHandovers(Operation *op);

/// The operands of a control op, and of the terminators of its regions, that
/// are inputs of none of its joints: conditions, predicates, bounds.
SmallVector<OpOperand *> findDeciders(Operation *op, ArrayRef<Joint> joints);

/// Returns true if no region of `op` has more than one block: joints know one
/// terminator per region.
bool hasSingleBlocks(Operation *op);

/// Returns true if an op of this row has joints; a control op may have none of
/// f32.
bool handsOn(const OpRow *row);

/// The joints of a function that is called only from `calls`: one per
/// argument, then one per result.
SmallVector<Joint> findJoints(FunctionOpInterface function,
                              ArrayRef<Operation *> calls);

} // namespace mlir::amp

#endif // LIB_GRAPH_JOINTS_H
