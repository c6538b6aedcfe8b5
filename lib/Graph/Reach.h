// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability over a program graph: over ops, through control flow and calls,
// not into bodies. Call contexts are kept apart:
//
//   %a = call @f(%x)   // from %x: into @f, and to %a, not to %b
//   %b = call @f(%y)
#ifndef LIB_GRAPH_REACH_H
#define LIB_GRAPH_REACH_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp {

/// Returns true if operands and results of `op` belong to joints alone.
bool runsFunction(Operation *op);

/// Reached ops and values.
struct Reached {
  llvm::DenseSet<Operation *> ops;
  llvm::DenseSet<const Joint *> joints;
  llvm::DenseSet<Value> shared; ///< of functions with several calls
};

class Reach {
public:
  /// `joinsCalls`: a value that one call passes to a function leaves all calls
  /// of the function, as where one type is decided for all calls.
  explicit Reach(const ProgramGraph &graph, bool joinsCalls = false)
      : graph(graph), joinsCalls(joinsCalls) {}

  /// Restricts the values that are followed; by default floats.
  void followOnly(std::function<bool(Value)> accepts) {
    follows = std::move(accepts);
  }

  /// Everything that `values` are computed from, or that is computed from
  /// them. Ops that `stops` names are reached, and end the search there.
  /// Without `floatsOnly`, operands of comparisons are followed too.
  Reached back(ArrayRef<Value> values, function_ref<bool(Operation *)> stops,
               bool floatsOnly = true) const;
  Reached forth(ArrayRef<Value> values,
                function_ref<bool(Operation *)> stops) const;

  bool contains(const Reached &reached, Value value) const;

private:
  class Walk;

  /// A joint is followed if types are decided for it, and if it belongs to one
  /// call context.
  const Joint *filter(const Joint *joint) const;
  /// The calls of a function whose call contexts are kept apart; else none.
  ArrayRef<Operation *> contextsOf(Operation *function) const;

  const ProgramGraph &graph;
  const bool joinsCalls;
  std::function<bool(Value)> follows = [](Value value) {
    return isFloat(value.getType());
  };
};

} // namespace mlir::amp

#endif // LIB_GRAPH_REACH_H
