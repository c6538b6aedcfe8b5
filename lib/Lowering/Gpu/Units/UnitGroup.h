// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITGROUP_H
#define LIB_LOWERING_GPU_UNITS_UNITGROUP_H

#include "lib/Lowering/Gpu/Units/UnitOrder.h"

namespace mlir::amp::lowering {

/// Kernels with more pointers than this spill.
inline constexpr size_t maxOperands = 24;

/// Op that may join a group, with cached properties of its body.
struct Candidate {
  explicit Candidate(linalg::LinalgOp op);

  linalg::LinalgOp op;
  SmallVector<int64_t> loopRanges;
  Effects effects;
  llvm::SmallPtrSet<Value, 8> loaded; // buffers of loaded scalars
};

/// Fusion group: ops that one kernel executes. More ops may join an open group.
struct UnitGroup {
  UnitOrder::Part part = 0;
  SmallVector<Operation *> ops;
  Effects effects;
  SmallVector<Effects> effectsOfOps; // one per op, unless it has rows
  bool isOpen = true;                // no later op depends on the group
  bool hasRows = false;
  size_t operands = 0, body = 0;
  linalg::GenericOp reduction; // op with reduction loops, or null
  SmallVector<int64_t> points; // iteration space of the threads

  void add(Operation *op);
  bool isFillOf(Value buffer) const;
  bool canFollow(const Candidate &candidate) const;
};

/// Returns true if `op` has only parallel loops and writes each result by the
/// identity map, so that it may join a group.
bool hasOwnElements(linalg::LinalgOp op);

void merge(Effects &into, const Effects &from);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITGROUP_H
