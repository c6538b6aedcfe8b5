// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_SCALING_INFER_ORIGINS_H
#define LIB_SCALING_INFER_ORIGINS_H

#include "lib/Scaling/infer/StepGraph.h"

namespace mlir::amp::scaling {

/// The arguments that each value is computed from, conditions of control flow
/// included.
class Origins {
public:
  explicit Origins(const StepGraph &graph);

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

/// Nodes that `values` are computed from, their own included.
llvm::BitVector findMakers(const StepGraph &graph, ArrayRef<unsigned> values);

/// Values that are computed from `values`, these included, by uses of no value
/// of `stops` (one bit per value; empty stops at none).
llvm::BitVector findMadeFrom(const StepGraph &graph, ArrayRef<unsigned> values,
                             const llvm::BitVector &stops = {});

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_INFER_ORIGINS_H
