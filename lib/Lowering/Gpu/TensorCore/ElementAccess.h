// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Addresses and loads of an epilogue's elements.
#ifndef LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H
#define LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H

#include "lib/Lowering/Gpu/TensorCore/TileOrder.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace mlir::amp::lowering {

/// Sums of columns beside each other, so far from the thread's first one, and
/// what was loaded for them by access.
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
  /// `first`: the thread's first element, which moves with a loop over rows.
  ElementAccess(Code &code, const Plan &plan, const Place &first,
                ArrayRef<Value> bases, ArrayRef<int64_t> alignments)
      : code(code), plan(plan), from(plan.contraction), first(first),
        bases(bases), alignments(alignments) {}

  /// Notes the first condition: offsets and elements before it serve all
  /// conditions.
  void begin(Operation *condition) {
    if (!firstCondition)
      firstCondition = condition;
  }
  /// Returns true if an access has one element for all rows.
  bool isInvariant(unsigned access) const;
  void load(Run &run, unsigned access);
  /// Forgets what was loaded: it was under a condition.
  void forget() { invariants.clear(); }
  /// Moves what `block`, which is under a condition, computes from inputs of
  /// rows, or of columns, alone before all conditions: there, what several of
  /// them compute is one op after CSE.
  void hoistInvariants(Block &block);

  Offset placeOf(unsigned access, const Run &run, int64_t more);
  Value addressOf(unsigned access, const Run &run, int64_t more);
  /// Returns the elements of a run that one instruction moves.
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
  /// Values that were loaded, by access, row and column.
  std::map<std::tuple<unsigned, int64_t, int64_t>, SmallVector<Value, 4>>
      invariants;
  llvm::DenseSet<Value> hoisted; // what was loaded or computed once
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_ELEMENTACCESS_H
