// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Run/Run.h"

#include <algorithm>
#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <unistd.h>

static std::atomic<void (*)()> hook{nullptr};

void amprt_at_fail(void (*newHook)()) { hook = newHook; }

void amprt_fail(const char *message) {
  // Only one thread ends the process.
  static std::atomic<bool> isEnding{false};
  while (isEnding.exchange(true))
    pause();
  std::fflush(stdout);
  std::fprintf(stderr, "error: %s\n", message);
  if (void (*last)() = hook.load())
    last();
  _exit(1);
}

namespace {
/// Free list of large blocks: a step reuses the blocks, with their pages, that
/// the step before has freed. Used and free blocks never exceed the peak of
/// used ones.
class Pool {
public:
  void *take(uint64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    void *block = nullptr;
    auto found = blocks.find(size);
    if (found != blocks.end()) {
      block = found->second;
      blocks.erase(found);
      kept -= size;
    }
    used += size;
    peak = std::max(peak, used);
    trim();
    return block;
  }

  void give(void *block, uint64_t size) {
    std::lock_guard<std::mutex> lock(mutex);
    blocks.emplace(size, block);
    kept += size;
    used -= size;
    trim();
  }

private:
  void trim() {
    for (; kept > peak - used; blocks.erase(std::prev(blocks.end()))) {
      kept -= blocks.rbegin()->first;
      std::free(blocks.rbegin()->second);
    }
  }

  std::mutex mutex;
  std::multimap<uint64_t, void *> blocks;
  uint64_t used = 0, kept = 0, peak = 0; // bytes
};

/// Header before each block.
struct Header {
  void *start;
  uint64_t size; // with the header
};

constexpr uint64_t line = 64, large = 1 << 20;

Pool &getPool() {
  static Pool &pool = *new Pool;
  return pool;
}

/// Allocates at least `bytes`, aligned to `unit`, with a header before the
/// block.
void *allocate(uint64_t bytes, uint64_t unit) {
  uint64_t size = unit + (bytes + unit - 1) / unit * unit;
  if (size < bytes)
    return nullptr;
  bool isPooled = unit == line && size >= large;
  void *start = isPooled ? getPool().take(size) : nullptr;
  if (!start)
    start = std::aligned_alloc(unit, size);
  if (!start)
    return nullptr;
  char *block = static_cast<char *>(start) + unit;
  Header header{start, size};
  std::memcpy(block - sizeof(header), &header, sizeof(header));
  return block;
}
} // namespace

void *amprt_alloc(uint64_t bytes, uint64_t alignment) {
  void *block = allocate(bytes, std::max(alignment, line));
  if (block)
    return block;
  char message[80];
  std::snprintf(message, sizeof(message),
                "out of memory: cannot allocate %" PRIu64 " bytes", bytes);
  amprt_fail(message);
  return nullptr;
}

void amprt_free(void *block) {
  if (!block)
    return;
  Header header;
  char *end = static_cast<char *>(block);
  std::memcpy(&header, end - sizeof(header), sizeof(header));
  bool isPooled = end - static_cast<char *>(header.start) == int64_t(line) &&
                  header.size >= large;
  if (isPooled)
    return getPool().give(header.start, header.size);
  std::free(header.start);
}
