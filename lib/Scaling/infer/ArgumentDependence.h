// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_ARGUMENTDEPENDENCE_H
#define LIB_SCALING_INFER_ARGUMENTDEPENDENCE_H

#include "lib/Scaling/infer/StepGraph.h"

namespace mlir::amp::scaling {

/// Dependence of each value on the arguments, including dependence through
/// conditions of control flow.
class ArgumentDependence {
public:
  explicit ArgumentDependence(const StepGraph &graph);

  bool reaches(unsigned argument, unsigned value) const {
    return row(value)[argument / 64] >> (argument % 64) & 1;
  }
  /// Returns whether `value` is computed from `argument` and literals alone.
  bool isFromAlone(unsigned argument, unsigned value) const;
  /// Returns whether `value` is computed from a float argument with a rank.
  bool isFromTensors(unsigned value) const;

private:
  const uint64_t *row(unsigned value) const { return &bits[value * words]; }
  uint64_t *row(unsigned value) { return &bits[value * words]; }
  bool addTo(unsigned value, unsigned from);

  unsigned words;
  std::vector<uint64_t> bits, tensors;
};

/// Returns the nodes of the backward slice of `values`.
llvm::BitVector backwardSlice(const StepGraph &graph,
                              ArrayRef<unsigned> values);

/// Returns the values of the forward slice of `values`, these included. The
/// slice does not follow uses of values in `stops` (one bit per value; empty:
/// none).
llvm::BitVector forwardSlice(const StepGraph &graph, ArrayRef<unsigned> values,
                             const llvm::BitVector &stops = {});

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_ARGUMENTDEPENDENCE_H
