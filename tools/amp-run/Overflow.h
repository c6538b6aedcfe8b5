// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Overflow facts that a step returns (--amp="debug=overflow").
#ifndef AMP_RUN_OVERFLOW_H
#define AMP_RUN_OVERFLOW_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "tools/amp-run/Arrays/Arrays.h"

namespace mlir::amp::runner {

class OverflowReport {
public:
  /// Of a function that amp-count-overflow has made return it; none of others.
  static std::optional<OverflowReport> find(func::FuncOp entry);

  /// Warns of the op that overflowed first, if one did.
  void show(uint64_t step, llvm::ArrayRef<Array> results);

  /// Warns of what all steps flushed to zero.
  void finish() const;

private:
  OverflowReport() = default;

  std::vector<std::string> ops;  ///< with their places
  std::vector<std::string> rows; ///< what is counted: these, or classes
  bool isPerClass;
  unsigned first, counts; ///< numbers of results
  std::vector<uint64_t> flushed;
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_OVERFLOW_H
