// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STATES_STATEPAIRS_H
#define LIB_SCALING_STATES_STATEPAIRS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// Attribute that names a state, on its argument and on the result that
/// replaces it in the next step.
constexpr llvm::StringLiteral stateAttrName = "amp.state";

/// Attribute with a readable name of a result, set by exporters and by this
/// project.
constexpr llvm::StringLiteral infoAttrName = "jax.result_info";

/// A result that becomes an argument of the next step, and the name of the
/// state.
struct StatePair {
  unsigned argument, result;
  std::string name;
};

/// Returns the result of the mark that yields `value`, looking into control
/// flow; or null.
OpResult findMarked(Value value);

/// Returns pairs by `amp.state` on arguments and results, and by amp.state
/// marks, whose operands and results may pass through control flow.
SmallVector<StatePair> listStatePairs(FunctionOpInterface function);

/// Returns the pairs, by attributes only, that no mark guards; without shadows.
SmallVector<StatePair> listUnmarked(FunctionOpInterface function);

/// Emits an error for a state that changes its type.
LogicalResult checkPairs(FunctionOpInterface function,
                         ArrayRef<StatePair> pairs);

/// Returns pairs by the names of an exporter: locations of arguments, and
/// `jax.result_info` of results. tf.aliasing_output alone makes no pair.
SmallVector<StatePair> pairByName(FunctionOpInterface function);

/// Adds marks for the returned new values of these pairs.
void markStates(FunctionOpInterface function, ArrayRef<StatePair> pairs,
                StringAttr group);

/// Writes `amp.state` on arguments and results of these pairs, to keep the
/// pairs after marks are erased; and `amp.role = "loss"` on a marked loss.
void nameStates(FunctionOpInterface function, ArrayRef<StatePair> pairs);

/// Names the states of all public functions, also if their callees contain the
/// marks.
void nameAllStates(ModuleOp module);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_STATEPAIRS_H
