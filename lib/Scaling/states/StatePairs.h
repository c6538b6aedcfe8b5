// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_STATES_STATEPAIRS_H
#define LIB_SCALING_STATES_STATEPAIRS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// On an argument and on the result that replaces it in the next step: a name.
constexpr llvm::StringLiteral stateAttrName = "amp.state";

/// On a result, by exporters and by us: how people call it.
constexpr llvm::StringLiteral infoAttrName = "jax.result_info";

/// A result that is the next step's argument, and how it is called.
struct StatePair {
  unsigned argument, result;
  std::string name;
};

/// The result of a mark that `value` is, behind control flow; or none.
OpResult findMarked(Value value);

/// By `amp.state` of arguments and results; and by the marks amp.state, whose
/// operands and results are followed through control flow.
SmallVector<StatePair> listStatePairs(FunctionOpInterface function);

/// Those that no mark guards: by attributes alone, and no shadow.
SmallVector<StatePair> listUnmarked(FunctionOpInterface function);

/// Refuses a state that changes its type.
LogicalResult checkPairs(FunctionOpInterface function,
                         ArrayRef<StatePair> pairs);

/// By the names that an exporter left: locations of arguments, and
/// `jax.result_info` of results; tf.aliasing_output alone is no pair.
SmallVector<StatePair> pairByName(FunctionOpInterface function);

/// Marks what is returned as the new values of these pairs.
void markStates(FunctionOpInterface function, ArrayRef<StatePair> pairs,
                StringAttr group);

/// Writes `amp.state` on arguments and results of these pairs, so that they are
/// known when the marks are gone; and `amp.role = "loss"` on a marked loss.
void nameStates(FunctionOpInterface function, ArrayRef<StatePair> pairs);

/// The same for all public functions, also where marks are in functions that
/// they call.
void nameAllStates(ModuleOp module);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STATES_STATEPAIRS_H
