// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Cost of one op, value or cast on a chip, in femtoseconds: integers, so that
// sums are exact.
#ifndef LIB_COST_OPCOST_H
#define LIB_COST_OPCOST_H

#include "lib/Cost/Chip.h"
#include "lib/OpModel/OpModel.h"

namespace mlir::amp {

/// Kind of access of an op to an operand or a result.
enum class Traffic : uint8_t {
  memory, ///< by memory, in the format that the op asks for
  fused,  ///< in registers: fuses with its neighbours, and so does a cast
  view,   ///< not at all: the value is another one under a new shape or name
  free    ///< made at compile time
};

Traffic readsBy(Operation *op, const OpRow *row);

/// Of a view: the value is operand i for result i, or operand 0.
Traffic makesBy(Operation *op, const OpRow *row);

/// A cost for each precision.
struct OpCost {
  int64_t high = 0, low = 0;
  OpCost operator*(double times) const;
  void operator+=(OpCost other);
};

/// Costs of a contraction by the precisions of its operands and its result.
/// The solver never makes a low result of f32 operands (`narrow`), but an input
/// program may hold one.
struct ProductCost {
  int64_t high, mixed, low, narrow;
};

using OpSet = llvm::DenseSet<Operation *>;

class CostModel {
public:
  /// `strict` are contractions that no chip will cut to TF32.
  CostModel(const Chip &chip, FloatType compute, const OpSet &strict);

  /// Moving this many elements to or from memory once.
  OpCost move(double elements) const;

  /// Converting them where they are, in registers.
  int64_t convert(double elements) const;

  /// Reading them in one precision and writing them in the other.
  int64_t cast(double elements) const;

  /// Arithmetic of an op that is no contraction.
  OpCost arithmetic(double flops) const;

  /// The longer of arithmetic and memory (the roofline model of Williams,
  /// Waterman and Patterson, 2009).
  ProductCost product(Operation *op) const;

private:
  int64_t toTime(double seconds) const;

  const Chip &chip;
  FloatType compute;
  const OpSet &strict;
  unsigned lowBytes;
};

/// Elements of a value, 1 for a scalar; an unknown size counts as 128.
double guessElements(Type type);

} // namespace mlir::amp

#endif // LIB_COST_OPCOST_H
