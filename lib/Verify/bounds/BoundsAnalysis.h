// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %2 = add %0, %1 with %0 and %1 in [0, 1]   ==>   %2 in [0, 2]
#ifndef LIB_VERIFY_BOUNDS_BOUNDSANALYSIS_H
#define LIB_VERIFY_BOUNDS_BOUNDSANALYSIS_H

#include "lib/Graph/Dataflow.h"
#include "lib/Verify/bounds/BoundRules.h"
#include "lib/Verify/permissions/Roles.h"

namespace mlir::amp::verify {

/// Forward dataflow analysis of bounds over the values of the input. Inserted
/// casts forward the bounds of their operand.
struct BoundsAnalysis {
  using Fact = ValueBounds;
  static constexpr bool followsDecisions = false;

  BoundsAnalysis(ModuleOp output, const Roles &roles)
      : roles(roles), counters(boundCounters(output)) {}

  bool join(Fact &into, const Fact &from) {
    return amp::verify::join(into, from);
  }
  void widen(Fact &fact);
  Fact unknown(Value value) const {
    return ValueBounds::ofType(value.getType());
  }
  void transfer(Operation *op, ArrayRef<Fact> inputs,
                MutableArrayRef<Fact> outputs, Dataflow<BoundsAnalysis> &flow);
  Fact limited(Fact fact, Value operand) const;
  void boundMap(Operation *map, ArrayRef<Fact> inputs,
                MutableArrayRef<Fact> outputs, Dataflow<BoundsAnalysis> &flow);
  void boundByBody(Operation *reduce, ArrayRef<Fact> inputs,
                   MutableArrayRef<Fact> outputs,
                   Dataflow<BoundsAnalysis> &flow);
  void boundLoops(ModuleOp output, Dataflow<BoundsAnalysis> &flow);

  const Roles &roles;
  const llvm::DenseMap<Value, ClosedInterval> counters;
  llvm::DenseMap<Value, ValueBounds> carried; ///< of loops; computed on demand
  BoundRules rules;
  llvm::DenseMap<Operation *, ValueBounds> constants;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_BOUNDS_BOUNDSANALYSIS_H
