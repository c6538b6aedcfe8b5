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
  /// op were low. A contraction then has low operands and keeps its result
  /// type. None if the op is low or has several slots. Linear in the terms of
  /// the op.
  std::optional<int64_t> ofLow(Operation *op) const;

  /// Returns the time of the program by op. Each term belongs to the op of its
  /// slot. The term of a value belongs to its producer, or else to its first
  /// user.
  llvm::DenseMap<Operation *, int64_t> shareOut() const;

private:
  using Slots = SmallVector<unsigned, 2>;
  bool isLow(unsigned slot, ArrayRef<unsigned> flipped) const;
  std::optional<int64_t> timeOf(const Objective::Product &product,
                                ArrayRef<unsigned> flipped) const;
  std::optional<int64_t> ofFlipping(ArrayRef<unsigned> slots) const;
  int64_t ofSharings(ArrayRef<unsigned> flipped) const;

  /// Occurrence of a slot in a term of the objective.
  struct Part {
    unsigned sharing;
    bool reads;
  };

  Objective objective;
  llvm::DenseMap<Operation *, Slots> slotsOf;
  llvm::DenseMap<unsigned, unsigned> productOf; ///< by slot
  SmallVector<Part, 0> parts;                   ///< sorted by slot
  SmallVector<unsigned, 0> firstPart;           ///< by slot
  SmallVector<unsigned, 0> asking; ///< users in the format of the sharing, by
                                   ///< sharing
};

/// Prints a time, for example "1.250 us" or "125.000 ns".
void printTime(llvm::raw_ostream &os, int64_t femtoseconds);

} // namespace mlir::amp::report

#endif // LIB_REPORT_PRICES_H
