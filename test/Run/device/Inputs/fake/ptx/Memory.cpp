// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Memory.h"

#include <cstdlib>
#include <cstring>
#include <iterator>
#include <limits>

using namespace ptx;

static constexpr uint32_t many = ~0u;

bool ptx::isWatching() {
  static bool watch = !std::getenv("FAKE_CUDA_FAST");
  return watch;
}

/// Returns true if a barrier separates the access of `block` from that of the
/// visitor.
static bool isBefore(uint32_t block, uint32_t epoch, const Visitor &visitor) {
  return block == visitor.block && epoch < visitor.epoch;
}

static const char *read(Cell &cell, const Visitor &visitor) {
  if (cell.isFlying)
    return "memory that a copy is under way to";
  if (!cell.isDefined)
    return "memory that nobody wrote";
  if (cell.writer && cell.writer != visitor.thread &&
      !isBefore(cell.writerBlock, cell.writeEpoch, visitor))
    return "a race: another thread writes this, with no barrier between";
  if (!cell.reader || isBefore(cell.readerBlock, cell.readEpoch, visitor)) {
    cell.reader = visitor.thread;
    cell.readerBlock = visitor.block;
  } else {
    cell.reader = cell.reader == visitor.thread ? visitor.thread : many;
    if (cell.readerBlock != visitor.block)
      cell.readerBlock = many;
  }
  cell.readEpoch = visitor.epoch;
  return nullptr;
}

static const char *write(Cell &cell, Access access, bool isSame,
                         const Visitor &visitor) {
  bool isAtomic = access == Access::Atomic;
  if (cell.holds)
    return "a race: a wgmma.mma_async in flight reads this, with no wait_group "
           "between";
  if (cell.isFlying &&
      (access != Access::Write || cell.writer != visitor.thread))
    return "memory that a copy is under way to";
  if (cell.writer && cell.writer != visitor.thread && !isSame &&
      !(isAtomic && cell.isAtomic) &&
      !isBefore(cell.writerBlock, cell.writeEpoch, visitor))
    return "a race: another thread writes something else, with no barrier "
           "between";
  if (cell.reader && cell.reader != visitor.thread &&
      !isBefore(cell.readerBlock, cell.readEpoch, visitor))
    return "a race: another thread reads this, with no barrier between";
  cell.writer = visitor.thread;
  cell.writerBlock = visitor.block;
  cell.writeEpoch = visitor.epoch;
  cell.isAtomic = isAtomic;
  cell.isFlying = access == Access::Flight;
  cell.isDefined = true;
  return nullptr;
}

const char *Region::visit(Access access, uint64_t offset, uint64_t count,
                          const void *value, const Visitor &visitor) {
  if (!isWatching())
    return nullptr;
  if (access == Access::Hold || access == Access::Release)
    return hold(access, offset, count, visitor);
  for (uint64_t i = offset; i < offset + count; ++i) {
    Cell &cell = cells[i];
    if (cell.launch != visitor.launch) {
      bool isDefined = cell.isDefined;
      cell = Cell();
      cell.isDefined = isDefined;
      cell.launch = visitor.launch;
    }
    if (access == Access::Atomic && !cell.isDefined)
      return "memory that nobody wrote";
    bool isSame =
        value && bytes[i] == static_cast<const char *>(value)[i - offset];
    const char *error = access == Access::Read
                            ? read(cell, visitor)
                            : write(cell, access, isSame, visitor);
    if (error)
      return error;
  }
  return nullptr;
}

const char *Region::hold(Access access, uint64_t offset, uint64_t count,
                         Visitor visitor) {
  visitor.thread = many;
  if (const char *error = visit(Access::Read, offset, count, nullptr, visitor))
    return error;
  for (uint64_t i = offset; i < offset + count; ++i) {
    uint8_t &holds = cells[i].holds;
    if (access == Access::Hold && holds == std::numeric_limits<uint8_t>::max())
      return "memory that too many wgmma.mma_async in flight read";
    holds += access == Access::Hold ? 1 : -1;
  }
  return nullptr;
}

void Memory::add(uint64_t address, uint64_t bytes) {
  Region &region = regions[address];
  region.bytes = reinterpret_cast<char *>(address);
  region.address = address;
  region.size = bytes;
  region.cells.assign(isWatching() ? bytes : 0, Cell());
  last = nullptr;
}

Region *Memory::find(uint64_t address, uint64_t bytes) {
  auto holds = [&](const Region &region) {
    return address >= region.address &&
           address - region.address + bytes <= region.size;
  };
  if (last && holds(*last))
    return last;
  auto after = regions.upper_bound(address);
  if (after == regions.begin() || !holds(std::prev(after)->second))
    return nullptr;
  return last = &std::prev(after)->second;
}

const char *Memory::copy(uint64_t to, uint64_t from, uint64_t bytes) {
  if (!bytes)
    return nullptr;
  Region *target = find(to, bytes), *source = find(from, bytes);
  if (!target || !source)
    return "memory that is not the device's";
  if (isWatching())
    for (uint64_t i = 0; i < bytes; ++i)
      target->cells[to - target->address + i].isDefined =
          source->cells[from - source->address + i].isDefined;
  return nullptr;
}

void Memory::forget(uint64_t address, uint64_t bytes) {
  Region *region = find(address, bytes);
  for (uint64_t i = 0; region && isWatching() && i < bytes; ++i)
    region->cells[address - region->address + i].isDefined = false;
}

const char *Memory::visit(uint64_t address, uint64_t bytes, bool isWrite) {
  if (!bytes)
    return nullptr;
  Region *region = find(address, bytes);
  if (!region)
    return "memory that is not the device's";
  if (!isWatching())
    return nullptr;
  Cell *cells = &region->cells[address - region->address];
  for (uint64_t i = 0; i < bytes; ++i) {
    if (!isWrite && !cells[i].isDefined)
      return "memory that nobody wrote";
    cells[i].isDefined = true;
  }
  return nullptr;
}
