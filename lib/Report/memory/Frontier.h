// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_FRONTIER_H
#define LIB_REPORT_MEMORY_FRONTIER_H

#include <map>
#include <optional>
#include <vector>

namespace mlir::amp::report {

/// Bytes, part of which grow with the batch.
struct Bytes {
  double fixed = 0, scaled = 0;

  double total() const { return fixed + scaled; }
  Bytes operator+(Bytes other) const {
    return {fixed + other.fixed, scaled + other.scaled};
  }
  Bytes operator-(Bytes other) const {
    return {fixed - other.fixed, scaled - other.scaled};
  }
};

/// The moments of a program at which the most bytes may live, whatever the
/// batch: another moment has at most as many fixed and as many scaled ones as
/// some moment here.
class Frontier {
public:
  void add(Bytes moment);
  void add(const Frontier &inside, Bytes around);

  /// Those moments that have the most bytes at some size of the batch, by
  /// growing part that grows.
  std::vector<Bytes> moments() const;

  /// The moment with the most bytes.
  Bytes peak() const;

  /// The largest ratio at which no moment has more than `memory` bytes; none if
  /// the batch does not matter to whether it fits.
  std::optional<double> largestRatio(double memory) const;

private:
  std::map<double, double> fixedByScaled; ///< falling as the key rises
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_FRONTIER_H
