// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The backward pass of a norm, however autodiff has arranged it. With x̂ the
// normalised data and g the gradient of what a norm makes:
//
//   dx = 1/σ (g − mean(g) − x̂ mean(g x̂))
//
// Two sums over the norm's dimensions come back to the data: one of products
// with the data, x, x − mean or x̂, which is multiplied by the data again; and,
// unless the norm has no mean, one that is added to that.
#ifndef LIB_RECOGNIZE_NORMGRADIENT_H
#define LIB_RECOGNIZE_NORMGRADIENT_H

#include "lib/Recognize/Match.h"

namespace mlir::amp::recognize {

class NormGradient {
public:
  /// Of the norm that was matched last; `hasMean` unless it is an RMS norm.
  NormGradient(Scene &scene, const Matcher &norm, bool hasMean);

  /// The members of the backward pass; none if it is not all there.
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

  Scene &scene;
  bool hasMean;
  std::optional<double> elements;
  Operation *normSum;
  SmallVector<Value> data;
  Ref mean; ///< that the norm subtracts from its data
  llvm::SmallDenseSet<Value, 8> isKnownData;
  llvm::SmallDenseMap<Operation *, bool, 16> climbed;
  llvm::SmallDenseSet<Operation *, 4> sums, means;
  llvm::SmallDenseSet<Operation *, 16> isMember;
  SmallVector<Operation *> weighted;
  SmallVector<Member> members;
};

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_NORMGRADIENT_H
