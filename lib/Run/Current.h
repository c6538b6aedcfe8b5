// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_RUN_CURRENT_H
#define LIB_RUN_CURRENT_H

#include "Backend.h"

#include <map>
#include <vector>

namespace amprt {

/// The device that is open, and what steps have asked it for.
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
  std::vector<amprt_call> calls;                  // that point to their texts
  const volatile int *stopRequest = nullptr;      // of amprt_stop_timing
  void (*stopped)(const amprt_call *calls, uint32_t count) = nullptr;
};

Current &getCurrent();

/// Returns true if whoever times calls asked for an end.
bool isTimingStopped();

/// Hands the calls that were timed to the callback of amprt_stop_timing.
void stopTiming(std::vector<CallTime> times);

/// Fails if none is open.
Backend &getBackend();

} // namespace amprt

#endif // LIB_RUN_CURRENT_H
