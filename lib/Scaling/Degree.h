// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// seed -> scale * seed   ==>   every value that this changes, changes by a
// power of the scale, and this is which.
#ifndef LIB_SCALING_DEGREE_H
#define LIB_SCALING_DEGREE_H

#include "lib/Scaling/Step.h"

namespace mlir::amp {

/// The power of a group's scale that a value has as a factor: 1 for a gradient,
/// 2 for its square. Zeros and infinities stay what they are by any factor.
struct Degree {
  static constexpr int one = 12;

  int16_t twelfths = 0; ///< so that roots of it are whole, too
  uint16_t group = 0;   ///< of degree 0: none, which is 0
  bool isAny = false;   ///< zero or infinite

  static Degree any() { return {0, 0, true}; }
  static Degree of(int twelfths, unsigned group) {
    return {int16_t(twelfths), uint16_t(twelfths ? group : 0), false};
  }

  bool isZero() const { return !isAny && twelfths == 0; }
  bool isOne() const { return twelfths == one; }
  bool operator==(const Degree &o) const {
    return twelfths == o.twelfths && group == o.group && isAny == o.isAny;
  }
  bool operator!=(const Degree &o) const { return !(*this == o); }
};

/// `2`, `1/2`, `-1`.
std::string describe(Degree degree);

/// What is known of a value. Of those that nobody asks about, nothing: they do
/// not depend on a seed.
struct Fact {
  Degree degree;
  uint64_t marks = 0; ///< the gradient marks and seeds that reach it; the last
                      ///< bit of each half stands for all others

  bool operator==(const Fact &o) const {
    return degree == o.degree && marks == o.marks;
  }
};

/// A place where a value must not have the factor: of degree 1, it is unscaled
/// there; of another one, the step cannot be scaled.
struct Leak {
  Operation *op;
  unsigned operand;
  Degree degree;
};

/// The degrees of one step. Calls are followed with what they pass.
class DegreeAnalysis {
public:
  explicit DegreeAnalysis(const Step &step);

  Fact of(Value value) const { return facts.lookup(value); }

  /// In program order.
  SmallVector<Leak> leaks;
  /// Calls in whose functions something leaks; they have to be inlined.
  SmallVector<Operation *> calls;

private:
  llvm::DenseMap<Value, Fact> facts;
};

} // namespace mlir::amp

#endif // LIB_SCALING_DEGREE_H
