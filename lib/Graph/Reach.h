// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reachability over a program graph: across ops, control flow and calls, but
// not into bodies. The analysis is context-sensitive:
//
//   %a = call @f(%x)   // from %x: into @f, and to %a, not to %b
//   %b = call @f(%y)
#ifndef LIB_GRAPH_REACH_H
#define LIB_GRAPH_REACH_H

#include "lib/Graph/ProgramGraph.h"

namespace mlir::amp {

/// Returns true if `op` has a callee: its operands and results then belong to
/// carried values only.
bool runsFunction(Operation *op);

/// Reached ops and values.
struct Reached {
  llvm::DenseSet<Operation *> ops;
  llvm::DenseSet<const CarriedValue *> carriedValues;
  llvm::DenseSet<Value> shared; ///< of functions with several calls
};

class Reach {
public:
  /// `joinsCalls` makes the analysis context-insensitive: a value passed to a
  /// function reaches the results of all its calls. One type per function needs
  /// it.
  explicit Reach(const ProgramGraph &graph, bool joinsCalls = false)
      : graph(graph), joinsCalls(joinsCalls) {}

  /// Restricts the walk to values that `accepts` accepts; by default floats.
  void followOnly(std::function<bool(Value)> accepts) {
    follows = std::move(accepts);
  }

  /// Returns the ops and values that `values` depend on (`back`), or that
  /// depend on `values` (`forth`). The search ends at ops for which `stops` is
  /// true, and includes them. Without `floatsOnly`, it follows predicates and
  /// conditions too.
  Reached back(ArrayRef<Value> values, function_ref<bool(Operation *)> stops,
               bool floatsOnly = true) const;
  Reached forth(ArrayRef<Value> values,
                function_ref<bool(Operation *)> stops) const;

  bool contains(const Reached &reached, Value value) const;

private:
  class Walk;

  /// Returns `carried` if its type is assigned and it belongs to one call
  /// context; null otherwise.
  const CarriedValue *filter(const CarriedValue *carried) const;
  /// Returns the calls of a function analysed per call context; else none.
  ArrayRef<Operation *> contextsOf(Operation *function) const;

  const ProgramGraph &graph;
  const bool joinsCalls;
  std::function<bool(Value)> follows = [](Value value) {
    return isFloat(value.getType());
  };
};

} // namespace mlir::amp

#endif // LIB_GRAPH_REACH_H
