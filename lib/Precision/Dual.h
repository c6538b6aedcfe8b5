// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_PRECISION_DUAL_H
#define LIB_PRECISION_DUAL_H

#include "lib/Precision/Mincut.h"

namespace mlir::amp::precision {

/// The proof that an assignment is the cheapest one: the flow of the minimum
/// cut, and the constraints that the cut was computed under. Both follow the
/// program when copies of functions are merged.
class Dual {
public:
  Dual() = default;
  Dual(const Objective &objective, Constraints constraints,
       ArrayRef<EdgeFlow> flows, const OpSet &strict);

  /// True if the same slots of two copies of an op are free. The flow of copies
  /// that are not alike proves nothing of the function that they merge into.
  bool areAlike(Operation *op, Operation *copy) const;

  /// Adds `flow_edges`, `flow_pins` and `flow_exact` to a solution. `keptFor`
  /// has, for each op of an erased copy, the op that stays in its place.
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
  /// Flow on an edge, by names that outlive the copies that are merged.
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
