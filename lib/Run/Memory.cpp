// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Run.h"

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <unistd.h>

static std::atomic<void (*)()> hook{nullptr};

void amprt_at_fail(void (*newHook)()) { hook = newHook; }

void amprt_fail(const char *message) {
  // One thread ends the process, and once.
  static std::atomic<bool> isEnding{false};
  while (isEnding.exchange(true))
    pause();
  std::fflush(stdout);
  std::fprintf(stderr, "error: %s\n", message);
  if (void (*last)() = hook.load())
    last();
  _exit(1);
}

void *amprt_alloc(uint64_t bytes, uint64_t alignment) {
  uint64_t unit = std::max<uint64_t>(alignment, sizeof(void *));
  uint64_t size = (std::max<uint64_t>(bytes, 1) + unit - 1) / unit * unit;
  void *memory = size < bytes ? nullptr : std::aligned_alloc(unit, size);
  if (memory)
    return memory;
  char message[80];
  std::snprintf(message, sizeof(message),
                "out of memory: cannot allocate %" PRIu64 " bytes", bytes);
  amprt_fail(message);
  return nullptr;
}

void amprt_free(void *memory) { std::free(memory); }
