// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_REPORT_MEMORY_FRONTIER_H
#define LIB_REPORT_MEMORY_FRONTIER_H

#include <map>
#include <optional>
#include <vector>

namespace mlir::amp::report {

/// Bytes: a fixed part, and a part that scales with the batch.
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

/// Pareto frontier of program points by live bytes: every other point has at
/// most the fixed and the scaled bytes of a point in the frontier.
class Frontier {
public:
  void add(Bytes moment);
  void add(const Frontier &inside, Bytes around);

  /// Returns the points that have the most bytes at some batch size, by
  /// ascending scaled bytes.
  std::vector<Bytes> moments() const;

  /// Returns the point with the most bytes.
  Bytes peak() const;

  /// Returns the largest ratio of batch sizes at which no point exceeds
  /// `memory` bytes; none if the limit does not depend on the batch.
  std::optional<double> largestRatio(double memory) const;

private:
  std::map<double, double> fixedByScaled; ///< values fall as keys rise
};

} // namespace mlir::amp::report

#endif // LIB_REPORT_MEMORY_FRONTIER_H
