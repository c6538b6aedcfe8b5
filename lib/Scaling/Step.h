// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A training step: one public function with its marks.
#ifndef LIB_SCALING_STEP_H
#define LIB_SCALING_STEP_H

#include "dialects/amp/IR/AmpMarks.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp::scaling {

/// The marks of one loss. They share one scale.
struct Group {
  StringAttr name;
  SmallVector<LossOp, 1> losses;
  SmallVector<SeedOp, 1> seeds;
  SmallVector<GradientsOp, 1> gradients;
  SmallVector<StateOp, 1> states;
  /// Innermost block that contains all marks; the entry block of the function,
  /// unless the step is in a loop. The scale is constant within the block, and
  /// updated at its end.
  Block *home = nullptr;

  /// Groups of states alone have no scale.
  bool isScaled() const { return !gradients.empty(); }
};

struct Step {
  FunctionOpInterface function;
  const SymbolTable *symbols;
  SmallVector<Group, 1> groups;       ///< in the order of their first marks
  SmallVector<GradientsOp> gradients; ///< of all groups, in order

  bool isMarked() const { return !groups.empty(); }
  unsigned groupOf(StringAttr name) const;
  /// Bits in Fact::marks: of a gradient mark, and of a group's seeds.
  static constexpr unsigned gradientBits = 32; ///< later marks share the last
  uint64_t bitOf(GradientsOp mark) const;
  static uint64_t bitOf(unsigned group) {
    return uint64_t(1) << std::min(gradientBits + group, 63u);
  }
};

/// Returns the marks in `function`, without those in its callees.
Step findStep(FunctionOpInterface function, const SymbolTable &symbols);

/// Returns the group of a mark, which is an op or still a composite.
StringAttr groupOfMark(Operation *mark);

/// Erases those of these ops that have no uses, and then the ops that only
/// they used. An op may be null.
void eraseDead(ArrayRef<Operation *> ops);

/// Returns the innermost block that contains both blocks.
Block *commonBlock(Block *a, Block *b);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_STEP_H
