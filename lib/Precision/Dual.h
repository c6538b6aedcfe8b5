// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_DUAL_H
#define LIB_PRECISION_DUAL_H

#include "lib/Precision/Mincut.h"

namespace mlir::amp::precision {

/// Certificate that an assignment is optimal: the maximum flow, and the
/// constraints of the minimum cut. Both are renumbered when copies of functions
/// are merged.
class Dual {
public:
  Dual() = default;
  Dual(const Objective &objective, Constraints constraints,
       ArrayRef<EdgeFlow> flows, const OpSet &strict);

  /// Returns true if the same slots of an op and its copy are free. Otherwise
  /// their flows are no certificate for the merged function.
  bool areAlike(Operation *op, Operation *copy) const;

  /// Adds `flow_edges`, `flow_pins` and `flow_exact` to a solution. `keptFor`
  /// maps each op of an erased copy to the corresponding op of the kept
  /// function.
  void write(ModuleOp module,
             const llvm::DenseMap<Operation *, Operation *> &keptFor,
             NamedAttrList &solution);

private:
  using Pairs = SmallVector<std::pair<unsigned, unsigned>, 0>;
  void numberSlots(const llvm::DenseMap<Operation *, Operation *> &keptFor);
  SmallVector<int64_t, 0>
  numberFlows(ModuleOp module,
              const llvm::DenseMap<Operation *, Operation *> &keptFor) const;
  SmallVector<int32_t, 0> numberExact() const;

  SmallVector<Operation *, 0> ops; ///< by slot
  llvm::DenseMap<Operation *, unsigned> firstSlotOf;
  Constraints constraints;
  /// Flow on an edge, with a key that stays valid when merged copies are
  /// erased.
  struct Edge {
    Operation *op;
    unsigned operand, term;
    int64_t flow;
  };
  SmallVector<Edge, 0> edges;
  SmallVector<unsigned, 0> numbers; ///< in the solution, by slot
  SmallVector<int8_t, 0> pins;      ///< in the solution
};

} // namespace mlir::amp::precision

#endif // LIB_PRECISION_DUAL_H
