// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Memory that knows what was allocated and written, and which threads of one
// launch would race for a byte.
#ifndef TEST_RUN_DEVICE_FAKE_PTX_MEMORY_H
#define TEST_RUN_DEVICE_FAKE_PTX_MEMORY_H

#include <cstdint>
#include <map>
#include <vector>

namespace ptx {

/// Flight: a copy starts that ends with a write by the same thread. Hold and
/// Release: the first and the last read by all threads of a warpgroup, between
/// which nobody may write.
enum class Access { Read, Write, Atomic, Flight, Hold, Release };

/// Thread of a launch that accesses memory, and the number of barriers that its
/// block passed.
struct Visitor {
  uint32_t launch, thread, block, epoch;
};

/// Accesses to one byte in a launch. Threads count from 1.
struct Cell {
  uint32_t launch = 0, writer = 0, reader = 0;
  uint32_t writerBlock = 0, readerBlock = 0;
  uint32_t writeEpoch = 0, readEpoch = 0;
  bool isDefined = false, isAtomic = false, isFlying = false;
  uint8_t holds = 0;
};

struct Region {
  char *bytes = nullptr;
  uint64_t address = 0, size = 0;
  std::vector<Cell> cells;

  /// Null, or what is wrong with an access of `count` bytes; `value` is what a
  /// write brings: threads may write the same.
  const char *visit(Access access, uint64_t offset, uint64_t count,
                    const void *value, const Visitor &visitor);

private:
  const char *hold(Access access, uint64_t offset, uint64_t count,
                   Visitor visitor);
};

class Memory {
public:
  void add(uint64_t address, uint64_t bytes);
  void remove(uint64_t address) {
    regions.erase(address);
    last = nullptr;
  }
  /// Null if the bytes are not all in one.
  Region *find(uint64_t address, uint64_t bytes);
  /// By the host: null, or what is wrong.
  const char *visit(uint64_t address, uint64_t bytes, bool isWrite);
  const char *copy(uint64_t to, uint64_t from, uint64_t bytes);
  /// From here on, nobody wrote these bytes.
  void forget(uint64_t address, uint64_t bytes);

private:
  std::map<uint64_t, Region> regions;
  Region *last = nullptr;
};

/// Returns true if races and reads of unwritten memory are detected.
bool isWatching();

} // namespace ptx

#endif // TEST_RUN_DEVICE_FAKE_PTX_MEMORY_H
