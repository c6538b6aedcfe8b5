// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Names of device memory: arg 3, arena, constant 2.
#ifndef LIB_RUN_BOOK_H
#define LIB_RUN_BOOK_H

#include <cstdint>
#include <map>
#include <string>

namespace amprt {

class Book {
public:
  void add(const void *memory, uint64_t bytes, std::string name);
  /// Returns how many bytes it had.
  uint64_t remove(const void *memory);
  void clear() { entries.clear(); }

  /// `arg 3 + 1024`, or the address.
  std::string describe(const void *address) const;
  /// Empty, or why `bytes` from there on are not to be used: `is 0x10, which no
  /// buffer holds`.
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

Book &getBook();

} // namespace amprt

#endif // LIB_RUN_BOOK_H
