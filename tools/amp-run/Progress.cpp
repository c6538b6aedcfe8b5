// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Progress.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <sys/resource.h>

using namespace mlir::amp;
using namespace mlir::amp::runner;
using Clock = std::chrono::steady_clock;

static double seconds(Clock::duration duration) {
  return std::chrono::duration<double>(duration).count();
}

/// Ends the line before other output, e.g. an error.
static void endLine() { llvm::errs() << '\n'; }

Progress::Progress(uint64_t steps)
    : steps(steps), isWatched(steps > 1 && llvm::errs().is_displayed()),
      start(Clock::now()), last(start) {
  if (isWatched)
    amprt_at_fail(endLine);
}

Progress::~Progress() {
  if (!isWatched)
    return;
  endLine();
  amprt_at_fail(nullptr);
}

bool Progress::isDue(uint64_t step) const {
  constexpr double interval = 0.1;
  bool isLast = step + 1 == steps;
  return isWatched && (isLast || seconds(Clock::now() - last) >= interval);
}

void Progress::show(uint64_t step, const Array *loss) {
  Clock::time_point now = Clock::now();
  last = now;
  llvm::raw_ostream &os = llvm::errs();
  os << "\r\033[Kstep " << step + 1 << " of " << steps << ", ";
  if (loss)
    os << "loss "
       << llvm::format("%.6g", decode(*loss->element, loss->data.get()))
       << ", ";
  os << llvm::format("%.1f", (step + 1) / seconds(now - start)) << " steps/s";
}

static double median(std::vector<double> values) {
  auto middle = values.begin() + values.size() / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void Times::print() const {
  llvm::raw_ostream &os = llvm::errs();
  os << "compile    " << llvm::format("%.3f s", compile)
     << (isFromCache ? ", lowered before\n" : "\n");
  os << "first run  " << llvm::format("%.3f ms\n", 1e3 * runs.front());
  std::vector<double> others(runs.begin() + 1, runs.end());
  if (!others.empty())
    os << "run        " << llvm::format("%.3f ms", 1e3 * median(others))
       << " (median of " << others.size() << ", "
       << llvm::format("%.3f to %.3f)\n",
                       1e3 * *std::min_element(others.begin(), others.end()),
                       1e3 * *std::max_element(others.begin(), others.end()));
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  os << "memory     " << usage.ru_maxrss / 1024 << " MiB at most\n";
}
