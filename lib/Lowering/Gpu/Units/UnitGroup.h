// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_LOWERING_GPU_UNITS_UNITGROUP_H
#define LIB_LOWERING_GPU_UNITS_UNITGROUP_H

#include "lib/Lowering/Gpu/Units/UnitOrder.h"

namespace mlir::amp::lowering {

/// Kernels with more pointers than this spill.
inline constexpr size_t maxOperands = 24;

/// An op that looks for a group, with its facts: each takes a walk of its body.
struct Candidate {
  explicit Candidate(linalg::LinalgOp op);

  linalg::LinalgOp op;
  SmallVector<int64_t> loopRanges;
  Effects effects;
  llvm::SmallPtrSet<Value, 8> loaded; // buffers of scalars
};

/// Ops that one kernel does, while others may still join.
struct UnitGroup {
  UnitOrder::Part part = 0;
  SmallVector<Operation *> ops;
  Effects effects;
  SmallVector<Effects> effectsOfOps; // one for each of `ops` without rows
  bool isOpen = true;                // nothing else minds where it stands
  bool hasRows = false;
  size_t operands = 0, body = 0;
  linalg::GenericOp reduction; // an op that sums, if there is one
  SmallVector<int64_t> points; // where each thread has its own elements

  void add(Operation *op);
  bool isFillOf(Value buffer) const;
  bool canFollow(const Candidate &candidate) const;
};

/// Returns true if `op` has only parallel loops and writes each result by the
/// identity map, so that there may be a group that it can follow.
bool hasOwnElements(linalg::LinalgOp op);

void merge(Effects &into, const Effects &from);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_UNITS_UNITGROUP_H
