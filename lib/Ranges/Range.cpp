// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "amp/Ranges.h"
#include "llvm/Support/Format.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace mlir::amp;

RangeSource Range::source() const {
  bool hasEnd = lo > -infinity || hi < infinity;
  if (hasEnd)
    return isDeclared ? RangeSource::declared : RangeSource::program;
  return isRecorded ? RangeSource::recorded : RangeSource::none;
}

bool Range::operator==(const Range &other) const {
  auto all = [](const Range &r) {
    return std::tie(r.lo, r.hi, r.reachLo, r.reachHi, r.least, r.isInteger,
                    r.isCounted, r.isConstant, r.isDeclared, r.isGuarded,
                    r.isRecorded);
  };
  return all(*this) == all(other);
}

/// Prints integers in full, and other numbers with few digits, which hide the
/// margins for rounding.
static void printNumber(raw_ostream &os, double number) {
  constexpr double mostInFull = 1e7;
  if (number == std::floor(number) && std::fabs(number) < mostInFull)
    os << static_cast<int64_t>(number);
  else
    os << llvm::format("%.4g", number);
}

static void printEnds(raw_ostream &os, double from, double to) {
  os << '[';
  printNumber(os, from);
  os << ", ";
  printNumber(os, to);
  os << ']';
}

/// [-1, 1] declared; [0, 63] program, integers; unknown, reaches [-1e+09, 0]
void Range::print(raw_ostream &os) const {
  static constexpr StringLiteral sources[] = {"unknown", "program", "declared",
                                              "recorded"};
  RangeSource from = source();
  if (from == RangeSource::recorded)
    printEnds(os, reachLo, reachHi);
  else if (from != RangeSource::none)
    printEnds(os, lo, hi);
  os << (from == RangeSource::none ? "" : " ")
     << sources[static_cast<unsigned>(from)];
  if (isCounted && isInteger)
    os << ", counted";
  else if (isInteger)
    os << ", integers";
  if (least > 0 && least < infinity && !excludesZero() && !isInteger)
    os << llvm::format(", least %.4g", double(least));
  if (isGuarded)
    os << ", guarded";
  if (from != RangeSource::recorded && !isBounded() && reach() > 0) {
    os << ", reaches ";
    printEnds(os, reachLo, reachHi);
  }
}
