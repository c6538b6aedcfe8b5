// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Arguments that results carry:
//
//   %w1 = subtract %w, multiply(%rate, %g)
//     ==>   result %w1 may replace %w, and is updated by %g
#ifndef LIB_SCALING_INFER_UPDATES_H
#define LIB_SCALING_INFER_UPDATES_H

#include "lib/Scaling/infer/ArgumentDependence.h"

namespace mlir::amp::scaling {

/// Update that computes one result from the arguments that it may replace.
struct Update {
  /// Arguments of the type of the result that enter it as a summand, a factor
  /// or a choice, and not through the value of another result.
  SmallVector<unsigned, 2> carried;
  /// Values that the elementwise ops of the update read: results of
  /// contractions, reductions and other ops that are not elementwise.
  SmallVector<unsigned, 2> terms;
  /// Summands that are added to carried values.
  SmallVector<unsigned, 2> increments;
  /// Other results whose values the update uses.
  SmallVector<unsigned, 2> others;
};

class Updates {
public:
  /// No argument is carried through a value of `closed`.
  Updates(const StepGraph &graph, const ArgumentDependence &dependence,
          const llvm::BitVector &closed);

  const Update &of(unsigned result) const { return updates[result]; }
  unsigned size() const { return updates.size(); }
  /// Returns the terms of a result and of the results that its update uses.
  SmallVector<unsigned> listTerms(unsigned result) const;
  /// Returns the result that returns `value`, up to casts and layout; or
  /// nullopt.
  std::optional<unsigned> findResult(unsigned value) const;

private:
  enum State : uint8_t { unknown, open, carries, doesNot };

  void collect(unsigned result);
  bool carry(unsigned value, unsigned result);
  void collectTerms(unsigned result);
  bool isStop(unsigned value, unsigned result) const;

  const StepGraph &graph;
  const ArgumentDependence &dependence;
  const llvm::BitVector &closed;
  std::vector<Update> updates;
  llvm::DenseMap<unsigned, SmallVector<unsigned, 1>> resultsOf;
  llvm::DenseMap<unsigned, State> states; ///< of the current result
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_UPDATES_H
