// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// seed -> scale * seed   ==>   some values of the step become scale times what
// they were, others keep their bits; this analysis says which.
#ifndef LIB_SCALING_DEGREES_DEGREE_H
#define LIB_SCALING_DEGREES_DEGREE_H

#include "lib/Scaling/Step.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::amp::scaling {

/// Power of a group's loss scale that a value has as a factor. Only the powers
/// 0 and 1 occur: an op that would make another one (a square, a root, a
/// quotient by a gradient) has its scaled operands unscaled first.
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

/// Use of a scaled value that must read the unscaled one.
struct Leak {
  Operation *op;
  unsigned operand;
  Degree degree; ///< scaled
};

/// The degrees of one step. Calls are entered with the facts of their operands.
class DegreeAnalysis {
public:
  /// Collects in `readers`, if given, the ops that compute with unscaled floats
  /// of the backward pass, also those in called functions.
  /// `testsLeak`: tests for NaN and infinities leak what they test, although
  /// they give the same answer for every scale.
  explicit DegreeAnalysis(const Step &step,
                          llvm::SetVector<Operation *> *readers = nullptr,
                          bool testsLeak = false);

  Fact of(Value value) const { return facts.lookup(value); }

  /// In program order.
  SmallVector<Leak> leaks;
  /// Calls of functions with leaks inside; they have to be inlined.
  SmallVector<Operation *> calls;

private:
  llvm::DenseMap<Value, Fact> facts;
};

} // namespace mlir::amp::scaling

#endif // LIB_SCALING_DEGREES_DEGREE_H
