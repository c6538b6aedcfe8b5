// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Times the calls of a step, by one CUDA event after each call. The time
// between two events is that of a call and of the device's idle time before it.
#ifndef LIB_RUN_CUDA_CALLTIMER_H
#define LIB_RUN_CUDA_CALLTIMER_H

#include "lib/Run/Backend.h"
#include "lib/Run/Cuda/Driver.h"

namespace amprt::cuda {

class CallTimer {
public:
  explicit CallTimer(const Driver &driver) : driver(driver) {}
  ~CallTimer();

  /// Begins a sample. Nothing synchronizes, so that the device always has work.
  void begin(Handle stream);
  /// Records the end of a call.
  void note(CallTime call, Handle stream);
  /// Returns the calls of a sample with their median times, without the first
  /// sample, in which the device may have been idle. None if samples differ.
  std::vector<CallTime> take();
  /// Returns the same before the last sample is complete: without this sample,
  /// unless it is the first.
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
