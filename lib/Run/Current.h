// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CURRENT_H
#define LIB_RUN_CURRENT_H

#include "Backend.h"

#include <map>
#include <vector>

namespace amprt {

/// State of the open device, and resources that steps have requested from it.
struct Current {
  struct Arena {
    void *memory;
    uint64_t bytes;
  };
  std::unique_ptr<Backend> backend;
  std::string name, chip;
  uint64_t used = 0; // bytes
  std::vector<Arena> arenas;
  std::map<const void *, const void *> constants; // by host address
  std::vector<char> code;                         // of amprt_assemble
  std::vector<CallTime> callTimes;                // of amprt_time_calls
  std::vector<amprt_call> calls;                  // views of callTimes
  const volatile int *stopRequest = nullptr;      // of amprt_stop_timing
  void (*stopped)(const amprt_call *calls, uint32_t count) = nullptr;
};

Current &getCurrent();

/// Returns true if the caller of amprt_time_calls has requested its end.
bool isTimingStopped();

/// Passes the timed calls to the callback of amprt_stop_timing.
void stopTiming(std::vector<CallTime> times);

/// Returns the open backend; fails if there is none.
Backend &getBackend();

} // namespace amprt

#endif // LIB_RUN_CURRENT_H
