// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Costs of single ops of a placed program, by the model of Objective.h.
#ifndef LIB_REPORT_PRICES_H
#define LIB_REPORT_PRICES_H

#include "lib/Cost/Objective.h"

namespace mlir::amp::report {

class Prices {
public:
  Prices(const ProgramGraph &graph, const Chip &chip, FloatType compute);

  /// Returns the additional time of the program, in femtoseconds, if only this
  /// op became low; a contraction reads low operands and keeps the type of its
  /// result. None if the op is low, or has several slots. Linear in the terms
  /// of the op.
  std::optional<int64_t> ofLow(Operation *op) const;

  /// Returns the time of the program by op: each term belongs to the op of its
  /// slot, and that of a value to its producer, or else to its first user.
  llvm::DenseMap<Operation *, int64_t> shareOut() const;

private:
  using Slots = SmallVector<unsigned, 2>;
  bool isLow(unsigned slot, ArrayRef<unsigned> flipped) const;
  std::optional<int64_t> timeOf(const Objective::Product &product,
                                ArrayRef<unsigned> flipped) const;
  std::optional<int64_t> ofFlipping(ArrayRef<unsigned> slots) const;
  int64_t ofSharings(ArrayRef<unsigned> flipped) const;

  /// A term that a slot is part of.
  struct Part {
    unsigned sharing;
    bool reads;
  };

  Objective objective;
  llvm::DenseMap<Operation *, Slots> slotsOf;
  llvm::DenseMap<unsigned, unsigned> productOf; ///< by slot
  SmallVector<Part, 0> parts;                   ///< of all slots
  SmallVector<unsigned, 0> firstPart;           ///< by slot
  SmallVector<unsigned, 0> asking; ///< readers in its format, by sharing
};

/// "1.250 us", "125.000 ns".
void printTime(llvm::raw_ostream &os, int64_t femtoseconds);

} // namespace mlir::amp::report

#endif // LIB_REPORT_PRICES_H
