// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// seed -> scale * seed   ==>   some values of the step are multiplied by the
// scale, others keep their bits; this analysis determines which.
#ifndef LIB_SCALING_DEGREES_DEGREE_H
#define LIB_SCALING_DEGREES_DEGREE_H

#include "lib/Scaling/Step.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::scaling {

/// Power of a group's loss scale in a value. Only the powers 0 and 1 occur: the
/// scaled operands of an op that would yield another power (a square, a root, a
/// quotient by a gradient) are unscaled first.
struct Degree {
  enum Kind : uint8_t {
    unscaled, ///< the same bits as in the step without scaling
    scaled,   ///< the scale times the value of the step without scaling
    any       ///< zeros, infinities and NaN only, so both of the above
  };

  Kind kind = unscaled;
  uint16_t group = 0; ///< 0 unless scaled

  static Degree ofAny() { return {any, 0}; }
  static Degree ofGroup(unsigned group) { return {scaled, uint16_t(group)}; }

  bool isUnscaled() const { return kind == unscaled; }
  bool isScaled() const { return kind == scaled; }
  bool isAny() const { return kind == any; }
  bool operator==(const Degree &o) const {
    return kind == o.kind && group == o.group;
  }
  bool operator!=(const Degree &o) const { return !(*this == o); }
};

/// Result of the analysis for one value. Values without a fact are unscaled and
/// do not depend on a seed.
struct Fact {
  Degree degree;
  uint64_t marks = 0; ///< the gradient marks and seeds that reach the value;
                      ///< the last bit of each half stands for all others

  bool operator==(const Fact &o) const {
    return degree == o.degree && marks == o.marks;
  }
};

/// Use of a scaled value by an op that needs the unscaled value.
struct Leak {
  Operation *op;
  unsigned operand;
  Degree degree; ///< scaled
};

/// Degree analysis of one step. Callees are analyzed per facts of their
/// operands.
class DegreeAnalysis {
public:
  /// If given, `readers` receives the ops that compute with unscaled floats of
  /// the backward pass, including those in callees. With `testsLeak`, tests for
  /// NaN and infinities leak their operands, although the scale does not affect
  /// their result.
  explicit DegreeAnalysis(const Step &step,
                          llvm::SetVector<Operation *> *readers = nullptr,
                          bool testsLeak = false);

  Fact of(Value value) const { return facts.lookup(value); }

  /// Leaks, in program order.
  SmallVector<Leak> leaks;
  /// Calls of functions with leaks; the caller has to inline them.
  SmallVector<Operation *> calls;

private:
  llvm::DenseMap<Value, Fact> facts;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_DEGREES_DEGREE_H
