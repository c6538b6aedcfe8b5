// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Units-of-measure inference with one unit, the scale:
//
//   add(a, b) = c        ==>   a, b and c are scaled, or none is
//   multiply(a, b) = c   ==>   a or b is scaled exactly if c is
//   exponential(a) = c   ==>   neither is scaled
//
// Arguments and returned values are unscaled, gradients are scaled, and each
// use of a literal may be either. The backward pass starts at the scaled uses
// of literals.
#ifndef LIB_SCALING_INFER_DEGREESYSTEM_H
#define LIB_SCALING_INFER_DEGREESYSTEM_H

#include "lib/Scaling/infer/OpDegrees.h"
#include "lib/Scaling/infer/StepGraph.h"

namespace mlir::amp::scaling {

class DegreeSystem {
public:
  /// Constrains the nodes of `core`. Uses of the values in `cut` are unscaled.
  DegreeSystem(const StepGraph &graph, OpDegrees &degrees,
               const llvm::BitVector &core, const llvm::BitVector &cut);

  void requireUnscaled(unsigned value);
  void requireScaled(unsigned value);
  /// Solves the constraints. If either factor of a product could be scaled,
  /// prefers a literal 1, a value computed from one, then a factor that is not
  /// a literal. The first of several factors in a chain becomes the seed.
  void solve();

  bool isUnscaled(unsigned value) { return flags[find(value)] & unscaledFlag; }
  bool isScaled(unsigned value) { return flags[find(value)] & scaledFlag; }
  /// Returns true if some value has to be both scaled and unscaled.
  bool hasConflict() const { return conflict; }
  /// Returns the slots of scaled uses of literals.
  SmallVector<unsigned> listScaledLiterals();
  unsigned classOf(unsigned value) { return find(value); }

private:
  enum : uint8_t { unscaledFlag = 1, scaledFlag = 2 };
  struct Product {
    unsigned result, a, b;
    bool isDone;
  };

  void addNode(const StepGraph::Node &node);
  void addOp(const StepGraph::Node &node);
  std::optional<unsigned> termOf(unsigned slot, const llvm::BitVector &cut);
  unsigned find(unsigned term);
  void unite(unsigned a, unsigned b);
  void flag(unsigned term, uint8_t which);
  void enqueue(unsigned root);
  void update(Product &product);
  void propagate();
  bool isLiteral(unsigned term) const {
    return term >= graph.numValues() && term != nothing;
  }

  const StepGraph &graph;
  OpDegrees &degrees;
  const llvm::BitVector &cut;
  unsigned nothing; ///< term that is unscaled
  std::vector<unsigned> parents;
  std::vector<uint8_t> flags;
  std::vector<SmallVector<unsigned, 1>> productsOf;
  std::vector<Product> products;
  SmallVector<unsigned> work;
  llvm::BitVector any; ///< values that are zero, infinite or NaN
  llvm::BitVector inCore;
  bool conflict = false;
};

/// Returns whether a constant is a multiple of a literal 1, from which
/// differentiation starts.
bool isFromOne(const StepGraph &graph, OpDegrees &degrees, unsigned value);

/// Returns the values that consist of zeros, infinities and NaN only.
llvm::BitVector findAnyValues(const StepGraph &graph, OpDegrees &degrees);

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_DEGREESYSTEM_H
