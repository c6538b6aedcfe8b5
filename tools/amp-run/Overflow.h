// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overflow counters that a step returns (--amp="debug=overflow").
#ifndef AMP_RUN_OVERFLOW_H
#define AMP_RUN_OVERFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/amp-run/Arrays/Arrays.h"

namespace mlir::amp::runner {

class OverflowReport {
public:
  /// Returns a report if amp-count-overflow has rewritten `entry`.
  static std::optional<OverflowReport> find(func::FuncOp entry);

  /// Warns about the first op that overflowed, if any.
  void show(uint64_t step, llvm::ArrayRef<Array> results);

  /// Warns about values flushed to zero in all steps.
  void finish() const;

private:
  OverflowReport() = default;

  std::vector<std::string> ops;  ///< with their locations
  std::vector<std::string> rows; ///< row names: ops or op classes
  bool isPerClass;
  unsigned first, counts; ///< result numbers
  std::vector<uint64_t> flushed;
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_OVERFLOW_H
