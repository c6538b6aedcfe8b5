// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Progress messages of amp-run, only on a terminal.
#ifndef AMP_RUN_PROGRESS_H
#define AMP_RUN_PROGRESS_H

#include "tools/amp-run/Arrays/Arrays.h"
#include <chrono>
#include <optional>
#include <vector>

namespace mlir::amp::runner {

/// Prints `step 120 of 1000, loss 0.4321, 85.3 steps/s` on one line of a
/// terminal, updated a few times a second.
class Progress {
public:
  explicit Progress(uint64_t steps);
  ~Progress();

  /// Returns true if `step` is to be shown; other steps are not.
  bool isDue(uint64_t step) const;
  /// Reports that `step` is done; `loss` may be null.
  void show(uint64_t step, const Array *loss);

private:
  uint64_t steps;
  bool isWatched;
  std::chrono::steady_clock::time_point start, last;
};

/// Execution times in seconds.
struct Times {
  double compile = 0;
  bool isFromCache = false;
  std::vector<double> runs;

  /// Also prints the peak memory of the process.
  void print() const;
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_PROGRESS_H
