// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One event of the device after each call of a step: the time between two is
// that of a call and of what the device waited before it.
#ifndef LIB_RUN_CUDA_CALLTIMER_H
#define LIB_RUN_CUDA_CALLTIMER_H

#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Driver.h"

namespace amprt::cuda {

class CallTimer {
public:
  explicit CallTimer(const Driver &driver) : driver(driver) {}
  ~CallTimer();

  /// Begins a sample; nothing waits, so that the device is never short of work.
  void begin(Handle stream);
  /// Notes the end of a call.
  void note(CallTime call, Handle stream);
  /// The calls of a sample with the median of their times, without the first
  /// sample, for which the device may have waited. None where samples differ.
  std::vector<CallTime> take();
  /// The same before the last sample is complete: without it, or all calls of
  /// it where it is the first.
  std::vector<CallTime> takeSoFar();

private:
  struct Sample {
    std::vector<CallTime> calls;
    std::vector<Handle> events; // one more than calls
  };
  void record(Handle stream);
  bool readTimes(Sample &sample);

  const Driver &driver;
  std::vector<Sample> samples;
};

} // namespace amprt::cuda

#endif // LIB_RUN_CUDA_CALLTIMER_H
