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
namespace ranges {
class RangeWalker;
} // namespace ranges

/// Origin of a range: the weakest of the facts from which it was derived.
enum class RangeSource { none, program, declared, recorded };

/// A number in a range; never NaN. Arithmetic without a result (inf - inf)
/// leaves the number unknown: an infinite end of this sign, or 0 for sign 0.
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

/// The elements of one value.
struct Range {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  /// Every element lies between these, NaN aside. Infinite where unknown.
  RangeNumber<-1> lo{-infinity};
  RangeNumber<1> hi{infinity};
  /// Elements do get about as low and as high as this; 0 says nothing.
  RangeNumber<0> reachLo{0}, reachHi{0};
  /// No element is nearer to zero, but zero itself; 0 where unknown, infinite
  /// where all are zero.
  RangeNumber<0> least{0};

  bool isInteger = false;  ///< all are whole numbers
  bool isCounted = false;  ///< whole numbers that were made from integers
  bool isConstant = false; ///< a constant, moved at most
  bool isDeclared = false; ///< some end follows from what the user declared
  bool isGuarded = false;  ///< made from a seed, which scaling keeps in range
  bool isRecorded = false; ///< the reach is all that a run has seen

  bool isBounded() const { return lo > -infinity && hi < infinity; }
  bool excludesZero() const { return lo > 0 || hi < 0; }
  /// The largest magnitude that is possible, and that is known to occur.
  double most() const { return std::max<double>(-lo, hi); }
  double reach() const { return std::max<double>(-reachLo, reachHi); }
  RangeSource source() const;
  bool operator==(const Range &other) const;
  void print(raw_ostream &os) const;
};

/// The ranges of all floats and integers of a module, for all runs of it in f32
/// (or in the types that it names), on any machine that rounds to nearest.
/// `amp.range` attributes count as true.
class RangeAnalysis {
public:
  explicit RangeAnalysis(ModuleOp module);

  const Range &of(Value value) const;

private:
  friend class ranges::RangeWalker;
  llvm::DenseMap<Value, unsigned> numbers;
  SmallVector<Range, 0> ranges;
};

/// Range of one value in recorded runs: a result of an op, or an argument of a
/// function; finite elements only.
struct RecordedRange {
  Value value;
  double lo, hi;
  double nonzero; ///< the smallest magnitude but zero; 0 if there was none
};

/// Writes `ranges` in the format of docs/architecture/ranges.md.
void writeRecordedRanges(raw_ostream &os, ArrayRef<RecordedRange> ranges);

/// Leaves `amp.range` on what they are of, unless one is declared. Diagnoses a
/// file that cannot be read, or that is of another program, and values that
/// cannot be by what is declared.
LogicalResult readRecordedRanges(StringRef path, ModuleOp module);

} // namespace mlir::amp

#endif // AMP_RANGES_H
