// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Progress messages of amp-run: none, unless someone is watching.
#ifndef AMP_RUN_PROGRESS_H
#define AMP_RUN_PROGRESS_H

#include "tools/amp-run/Arrays/Arrays.h"
#include <chrono>
#include <optional>
#include <vector>

namespace mlir::amp::runner {

/// `step 120 of 1000, loss 0.4321, 85.3 steps/s`, one line on a terminal that
/// is written over a few times a second.
class Progress {
public:
  explicit Progress(uint64_t steps);
  ~Progress();

  /// Returns true if `step` is to be shown; no other step is.
  bool isDue(uint64_t step) const;
  /// `step` is done; the loss may be null.
  void show(uint64_t step, const Array *loss);

private:
  uint64_t steps;
  bool isWatched;
  std::chrono::steady_clock::time_point start, last;
};

/// Seconds, by what took them.
struct Times {
  double compile = 0;
  bool isFromCache = false;
  std::vector<double> runs;

  /// With the most memory that the process has had.
  void print() const;
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_PROGRESS_H
