// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Range analysis: bounds of the values of a program. The rules are documented
// in docs/architecture/ranges.md.
#ifndef AMP_RANGES_H
#define AMP_RANGES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/DenseMap.h"
#include <limits>

namespace mlir::amp {
class ProgramGraph;

namespace ranges {
class RangeWalker;
} // namespace ranges

/// Origin of a range: the weakest of the facts from which it was derived.
enum class RangeSource { none, program, declared, recorded };

/// Bound in a range; never NaN. A NaN (from inf - inf) becomes the unknown
/// bound: an infinity of this sign, or 0 for sign 0.
template <int sign> class RangeNumber {
public:
  explicit RangeNumber(double number) { *this = number; }

  RangeNumber &operator=(double other) {
    number = other == other ? other : unknown();
    return *this;
  }
  RangeNumber &operator+=(double other) { return *this = number + other; }
  RangeNumber &operator-=(double other) { return *this = number - other; }
  operator double() const { return number; }

private:
  static constexpr double unknown() {
    return sign == 0 ? 0 : sign * std::numeric_limits<double>::infinity();
  }
  double number;
};

/// Bounds of all elements of one value, except NaN.
struct Range {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Lower and upper bound of every element; infinite if unknown.
  RangeNumber<-1> lo{-infinity};
  RangeNumber<1> hi{infinity};
  /// Approximate least and greatest values that occur; 0 if unknown.
  RangeNumber<0> reachLo{0}, reachHi{0};
  /// Lower bound of the magnitude of nonzero elements; 0 if unknown, infinite
  /// if all elements are zero.
  RangeNumber<0> least{0};

  bool isInteger = false;  ///< all elements are integers
  bool isCounted = false;  ///< converted from an integer type, or a
                           ///< sum of integers
  bool isConstant = false; ///< a constant, or a part of one
  bool isDeclared = false; ///< a bound follows from an `amp.range`
  bool isGuarded = false;  ///< computed from a seed: under loss scaling
  bool isRecorded = false; ///< the reach bounds come from a recorded run

  bool isBounded() const { return lo > -infinity && hi < infinity; }
  bool excludesZero() const { return lo > 0 || hi < 0; }
  /// Return the upper bound of the magnitude, and the largest magnitude known
  /// to occur.
  double most() const { return std::max<double>(-lo, hi); }
  double reach() const { return std::max<double>(-reachLo, reachHi); }
  RangeSource source() const;
  bool operator==(const Range &other) const;
  void print(raw_ostream &os) const;
};

/// Ranges of all floats and integers of a module. They hold for every run in
/// the types of the module, on any machine that rounds to nearest, if the
/// `amp.range` attributes hold. Takes linear time.
class RangeAnalysis {
public:
  explicit RangeAnalysis(ModuleOp module);
  /// Analyzes the module of `graph`.
  explicit RangeAnalysis(const ProgramGraph &graph);

  /// Returns the range of a value of the module; an unbounded one if the value
  /// is neither float nor integer, or was created after the analysis.
  const Range &of(Value value) const;

private:
  friend class ranges::RangeWalker;
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Range, 0> ranges;
};

/// Range of the finite elements of one value in recorded runs. The value is a
/// result of an op, or an argument of a function.
struct RecordedRange {
  Value value;
  double lo, hi;
  double nonzero; ///< least magnitude of nonzero elements; 0 without any
};

/// Writes `ranges` in the format of docs/architecture/ranges.md.
void writeRecordedRanges(raw_ostream &os, ArrayRef<RecordedRange> ranges);

/// Sets `amp.range` on the ops and arguments that the file `path` names, except
/// where a range is declared. Emits an error for a file that cannot be read or
/// that describes another program, and for values outside of declared ranges.
LogicalResult readRecordedRanges(StringRef path, ModuleOp module);

} // namespace mlir::amp

#endif // AMP_RANGES_H
