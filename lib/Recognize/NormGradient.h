// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recognizes the backward pass of a norm, in any arrangement of autodiff. With
// x̂ the normalized data and g the gradient of the norm's result:
//
//   dx = 1/σ (g − mean(g) − x̂ mean(g x̂))
//
// Two sums over the norm's dimensions contribute to dx. The first sums products
// of g with the data (x, x − mean or x̂) and is multiplied by the data again.
// The second, absent for a norm without a mean, is added to the result.
#ifndef LIB_RECOGNIZE_NORMGRADIENT_H
#define LIB_RECOGNIZE_NORMGRADIENT_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

class NormGradient {
public:
  /// Starts from the norm of the last match; `hasMean` is false for RMS norm.
  NormGradient(ProgramDataflow &dataflow, const Matcher &norm, bool hasMean);

  /// Returns the members of the backward pass; none if it is incomplete.
  SmallVector<Member> find();

private:
  using Readers = SmallVector<std::pair<Operation *, Value>, 8>;

  bool isData(Value operand);
  bool isCentred(Operation *op);
  bool isFull(Value value) const;
  bool isOverNorm(Operation *reduce) const;
  bool isScaling(Operation *op, Value operand);
  Readers readersOf(Value value);
  void addData(Value value);
  bool findSums(Value product, unsigned depth);
  bool climb(Value small, unsigned depth);
  bool descend(Value operand, unsigned depth);
  void findMeans(Operation *combined, unsigned depth);
  void add(Operation *op, Role role);

  ProgramDataflow &dataflow;
  bool hasMean;
  std::optional<double> elements;
  Operation *normSum;
  SmallVector<Value> data;
  Ref mean; ///< subtracted by the norm from its data
  llvm::SmallDenseSet<Value, 8> isKnownData;
  llvm::SmallDenseMap<Operation *, bool, 16> climbed;
  llvm::SmallDenseSet<Operation *, 4> sums, means;
  llvm::SmallDenseSet<Operation *, 16> isMember;
  SmallVector<Operation *> weighted;
  SmallVector<Member> members;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_NORMGRADIENT_H
