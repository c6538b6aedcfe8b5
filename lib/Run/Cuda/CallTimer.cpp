// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Cuda/CallTimer.h"

#include <algorithm>

using namespace amprt;
using namespace amprt::cuda;

CallTimer::~CallTimer() {
  for (const Sample &sample : samples)
    for (Handle event : sample.events)
      driver.eventDestroy(event);
}

void CallTimer::record(Handle stream) {
  Handle event = nullptr;
  driver.check(driver.eventCreate(&event, 0), nullptr, "cannot make an event");
  samples.back().events.push_back(event);
  driver.check(driver.eventRecord(event, stream), nullptr,
               "cannot record an event");
}

void CallTimer::begin(Handle stream) {
  samples.emplace_back();
  record(stream);
}

void CallTimer::note(CallTime call, Handle stream) {
  samples.back().calls.push_back(std::move(call));
  record(stream);
}

bool CallTimer::readTimes(Sample &sample) {
  for (size_t i = 0; i < sample.calls.size(); ++i) {
    float milliseconds = 0;
    driver.check(driver.eventSynchronize(sample.events[i + 1]), nullptr,
                 "the device stopped at a fault");
    driver.check(driver.eventElapsedTime(&milliseconds, sample.events[i],
                                         sample.events[i + 1]),
                 nullptr, "cannot read a time");
    sample.calls[i].microseconds = 1e3 * milliseconds;
  }
  const std::vector<CallTime> &first = samples.front().calls;
  return std::equal(first.begin(), first.end(), sample.calls.begin(),
                    sample.calls.end(),
                    [](const CallTime &a, const CallTime &b) {
                      return a.name == b.name && a.where == b.where;
                    });
}

std::vector<CallTime> CallTimer::takeSoFar() {
  if (samples.size() > 1) {
    for (Handle event : samples.back().events)
      driver.eventDestroy(event);
    samples.pop_back();
  }
  return take();
}

std::vector<CallTime> CallTimer::take() {
  for (Sample &sample : samples)
    if (!readTimes(sample))
      return {};
  if (samples.size() > 1)
    std::rotate(samples.begin(), samples.begin() + 1, samples.end());
  size_t kept = std::max<size_t>(samples.size() - 1, 1);
  std::vector<CallTime> calls = samples.front().calls;
  std::vector<double> times(kept);
  for (size_t i = 0; i < calls.size(); ++i) {
    for (size_t k = 0; k < kept; ++k)
      times[k] = samples[k].calls[i].microseconds;
    std::nth_element(times.begin(), times.begin() + kept / 2, times.end());
    calls[i].microseconds = times[kept / 2];
  }
  return calls;
}
