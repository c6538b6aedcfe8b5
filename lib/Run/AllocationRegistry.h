// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Registry of device allocations by name: arg 3, arena, constant 2.
#ifndef LIB_RUN_ALLOCATIONREGISTRY_H
#define LIB_RUN_ALLOCATIONREGISTRY_H

#include <cstdint>
#include <map>
#include <string>

namespace amprt {

class AllocationRegistry {
public:
  void add(const void *memory, uint64_t bytes, std::string name);
  /// Returns the size of the allocation in bytes.
  uint64_t remove(const void *memory);
  void clear() { entries.clear(); }

  /// Returns `arg 3 + 1024`, or the address.
  std::string describe(const void *address) const;
  /// Returns an empty string, or the reason why `bytes` at `address` must not
  /// be used: `is 0x10, which no buffer holds`.
  std::string check(const void *address, uint64_t bytes) const;

private:
  struct Entry {
    uint64_t bytes;
    std::string name;
    bool isFreed;
  };
  using Entries = std::map<uintptr_t, Entry>;
  Entries::const_iterator find(const void *address) const;
  Entries entries;
};

AllocationRegistry &getAllocations();

} // namespace amprt

#endif // LIB_RUN_ALLOCATIONREGISTRY_H
