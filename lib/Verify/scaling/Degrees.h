// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Degree of a value: the power of a group's scale by which it differs from its
// counterpart in the marked program.
#ifndef LIB_VERIFY_SCALING_DEGREES_H
#define LIB_VERIFY_SCALING_DEGREES_H

#include "lib/Graph/Dataflow.h"
#include "lib/Verify/scaling/Correspondence.h"

namespace mlir::amp::verify {

/// Lattice: unreached < zero < each power < conflict.
struct Degree {
  enum Kind : uint8_t {
    unreached,
    zero, ///< zero or infinity, which no power of a scale changes
    power,
    conflict ///< not the counterpart times a power of one scale
  };
  Kind kind = unreached;
  int16_t exponent = 0;
  uint16_t group = 0; ///< 0 if the exponent is 0

  static Degree of(int exponent, unsigned group) {
    return {power, int16_t(exponent), uint16_t(exponent ? group : 0)};
  }
  bool isPlain() const { return kind <= zero || (kind == power && !exponent); }
  bool operator==(const Degree &o) const {
    return kind == o.kind && exponent == o.exponent && group == o.group;
  }
  bool operator!=(const Degree &o) const { return !(*this == o); }
};

class DegreeAnalysis {
public:
  using Fact = Degree;
  static constexpr bool followsDecisions = false;

  DegreeAnalysis(Scales &scales, const Correspondence &pairs)
      : scales(scales), pairs(pairs) {}

  bool join(Degree &into, const Degree &from);
  void widen(Degree &degree) { degree.kind = Degree::conflict; }
  Degree unknown(Value) { return Degree::of(0, 0); }
  void transfer(Operation *op, ArrayRef<Degree> operands,
                MutableArrayRef<Degree> results,
                Dataflow<DegreeAnalysis> &flow);

  /// Rule indices by op name. The cache avoids a slow lookup by text.
  llvm::SmallDenseMap<OperationName, unsigned, 64> rules;

private:
  Scales &scales;
  const Correspondence &pairs;
};

/// An op of the program, the degrees of its operands, and the analysis.
struct DegreeContext {
  Operation *op;
  ArrayRef<Degree> operands;
  DegreeAnalysis &analysis;
  Dataflow<DegreeAnalysis> &flow;
};

/// Computes the degrees of the results of an op that is not a scaling itself.
void applyDegreeRule(const DegreeContext &context,
                     MutableArrayRef<Degree> results);

/// Checks that seeds have degree 1; that gradients, returned values and values
/// that leave the block of a scale update have degree 0; and that every op is
/// homogeneous in its scaled operands.
LogicalResult checkDegrees(FunctionOpInterface function, Scales &scales,
                           const Correspondence &pairs,
                           std::shared_ptr<RegionGraphs> graphs);

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_DEGREES_H
