// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses and loads of the epilogue's operands.
#ifndef LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H
#define LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace mlir::amp::lowering {

/// Run of accumulators in adjacent columns, at an offset from the thread's
/// first one, and the operands that were loaded for them, by access.
struct Run {
  Run(int64_t row, int64_t column, ArrayRef<Value> sums)
      : row(row), column(column), sums(sums) {}

  int64_t row, column;
  SmallVector<Value, 4> sums;
  llvm::DenseMap<unsigned, SmallVector<Value, 4>> loaded;
  SmallVector<SmallVector<Value>, 0> registers;
};

class ElementAccess {
public:
  /// `first`: the thread's first element; a loop over rows advances it.
  ElementAccess(Code &code, const Plan &plan, const Place &first,
                ArrayRef<Value> bases, ArrayRef<int64_t> alignments)
      : code(code), plan(plan), from(plan.contraction), first(first),
        bases(bases), alignments(alignments) {}

  /// Notes the first condition: offsets and invariant loads are emitted before
  /// it and serve all conditions.
  void begin(Operation *condition) {
    if (!firstCondition)
      firstCondition = condition;
  }
  /// Returns true if an access is read-only and broadcast along the rows.
  bool isInvariant(unsigned access) const;
  void load(Run &run, unsigned access);
  /// Forgets the loaded values: their loads are under a condition.
  void forget() { invariants.clear(); }
  /// Moves ops of `block`, which is under a condition, before all conditions if
  /// they depend on inputs per row, or per column, only. CSE then merges those
  /// of several blocks.
  void hoistInvariants(Block &block);

  Offset placeOf(unsigned access, const Run &run, int64_t more);
  Value addressOf(unsigned access, const Run &run, int64_t more);
  /// Returns the number of elements of a run that one instruction moves.
  int64_t widthOf(unsigned access, const Run &run) const;

private:
  bool isWritten(unsigned access) const;
  Offset along(const Axis &axis, unsigned access, Value first, int64_t step);
  Offset placeInside(const Axis &axis, unsigned access, Value first,
                     int64_t step, int64_t width);
  SmallVector<Value, 4> loadFrom(unsigned access, const Run &run,
                                 llvm::function_ref<Offset(int64_t)> place);
  void loadOnce(Run &run, unsigned access);

  Code &code;
  const Plan &plan;
  const Contraction &from;
  const Place &first;
  ArrayRef<Value> bases;
  ArrayRef<int64_t> alignments;
  Operation *firstCondition = nullptr;
  std::map<std::tuple<const Axis *, unsigned, int64_t>, Offset> offsets;
  /// Loaded values by access, row and column.
  std::map<std::tuple<unsigned, int64_t, int64_t>, SmallVector<Value, 4>>
      invariants;
  llvm::DenseSet<Value> hoisted; // values that were loaded or computed once
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H
