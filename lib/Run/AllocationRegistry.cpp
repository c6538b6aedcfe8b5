// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "AllocationRegistry.h"
#include "Backend.h"

#include <algorithm>
#include <cinttypes>
#include <cstdio>

using namespace amprt;

AllocationRegistry &amprt::getAllocations() {
  static AllocationRegistry &registry = *new AllocationRegistry;
  return registry;
}

void AllocationRegistry::add(const void *memory, uint64_t bytes,
                             std::string name) {
  auto address = reinterpret_cast<uintptr_t>(memory);
  auto next = entries.lower_bound(address);
  while (next != entries.end() && next->second.isFreed &&
         next->first < address + bytes)
    next = entries.erase(next);
  entries[address] = {bytes, std::move(name), false};
}

uint64_t AllocationRegistry::remove(const void *memory) {
  auto entry = entries.find(reinterpret_cast<uintptr_t>(memory));
  if (entry == entries.end() || entry->second.isFreed)
    fail(nullptr,
         "cannot free memory of the device that " +
             std::string(entry == entries.end() ? "was not allocated: "
                                                : "was freed already: ") +
             describe(memory));
  entry->second.isFreed = true;
  return entry->second.bytes;
}

/// Returns the entry that holds the address. An empty entry holds its own
/// address.
AllocationRegistry::Entries::const_iterator
AllocationRegistry::find(const void *address) const {
  auto wanted = reinterpret_cast<uintptr_t>(address);
  auto entry = entries.upper_bound(wanted);
  if (entry == entries.begin())
    return entries.end();
  --entry;
  uint64_t bytes = std::max<uint64_t>(entry->second.bytes, 1);
  return wanted - entry->first < bytes ? entry : entries.end();
}

std::string AllocationRegistry::describe(const void *address) const {
  auto entry = find(address);
  char text[40];
  if (entry == entries.end()) {
    std::snprintf(text, sizeof(text), "0x%" PRIxPTR,
                  reinterpret_cast<uintptr_t>(address));
    return text;
  }
  uint64_t offset = reinterpret_cast<uintptr_t>(address) - entry->first;
  return entry->second.name + (offset ? " + " + std::to_string(offset) : "");
}

std::string AllocationRegistry::check(const void *address,
                                      uint64_t bytes) const {
  auto entry = find(address);
  std::string name = "is " + describe(address);
  if (entry == entries.end())
    return name + ", which no buffer holds";
  if (entry->second.isFreed)
    return name + ", which was freed";
  uint64_t offset = reinterpret_cast<uintptr_t>(address) - entry->first;
  if (bytes <= entry->second.bytes - offset)
    return "";
  return name + ", and expects " + std::to_string(bytes) +
         " bytes there, but got " +
         std::to_string(entry->second.bytes - offset);
}
