// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Loads, stores, atomics, copies, and where a thread goes next.
#include "Table.h"

#include <algorithm>

using namespace ptx;

enum class Space { Own, Global, Shared };

/// The bytes at an address, or null after saying what is wrong.
template <Space space>
static char *place(Machine &machine, Access access, uint64_t address,
                   uint32_t bytes, const void *value, uint32_t thread) {
  if (space == Space::Own)
    return machine.own(address, bytes, thread);
  return machine.access(access, space == Space::Shared, address, bytes, value,
                        thread);
}

template <Space space>
static void load(Machine &machine, const Instruction &i) {
  uint32_t bytes = i.bytes * i.count;
  for (uint32_t thread : machine.active) {
    uint64_t address = machine.get(i.operands[i.count], thread);
    const char *from = address < ownStart && space == Space::Own
                           ? machine.launch.arguments.data() + address
                           : place<space>(machine, Access::Read, address, bytes,
                                          nullptr, thread);
    if (!from)
      return;
    for (uint32_t k = 0; k < i.count; ++k) {
      uint64_t value = 0;
      std::memcpy(&value, from + k * i.bytes, i.bytes);
      if (i.isSigned && i.bytes < 8 && value >> (8 * i.bytes - 1))
        value |= ~uint64_t(0) << 8 * i.bytes;
      machine.set(i.operands[k], thread, value);
    }
  }
}

template <Space space>
static void store(Machine &machine, const Instruction &i) {
  char data[32];
  uint32_t bytes = i.bytes * i.count;
  for (uint32_t thread : machine.active) {
    for (uint32_t k = 0; k < i.count; ++k) {
      uint64_t value = machine.get(i.operands[1 + k], thread);
      std::memcpy(data + k * i.bytes, &value, i.bytes);
    }
    char *to =
        place<space>(machine, Access::Write, machine.get(i.operands[0], thread),
                     bytes, data, thread);
    if (!to)
      return;
    std::memcpy(to, data, bytes);
  }
}

/// atom d, [a], b (, c);   red [a], b
template <Space space, bool isReduction, typename T, T (*function)(T, T, T)>
static void atomic(Machine &machine, const Instruction &i) {
  size_t at = isReduction ? 0 : 1;
  for (uint32_t thread : machine.active) {
    char *place = machine.access(Access::Atomic, space == Space::Shared,
                                 machine.get(i.operands[at], thread), sizeof(T),
                                 nullptr, thread);
    if (!place)
      return;
    T old;
    std::memcpy(&old, place, sizeof(T));
    T value = function(old, as<T>(argument(machine, i, at + 1, thread)),
                       as<T>(argument(machine, i, at + 2, thread)));
    std::memcpy(place, &value, sizeof(T));
    if (!isReduction)
      machine.set(i.operands[0], thread, bitsOf(old));
  }
}
template <typename T> static T sum(T old, T value, T) { return old + value; }
template <typename T> static T least(T old, T value, T) {
  return std::min(old, value);
}
template <typename T> static T largest(T old, T value, T) {
  return std::max(old, value);
}
template <typename T> static T either(T old, T value, T) { return old | value; }
template <typename T> static T both(T old, T value, T) { return old & value; }
template <typename T> static T swap(T, T value, T) { return value; }
template <typename T> static T swapIf(T old, T wanted, T value) {
  return old == wanted ? value : old;
}

/// Parameters of its call lie in the thread's own memory.
static void setConditional(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active) {
    char *handle = machine.own(machine.get(i.operands[0], thread), 8, thread);
    char *value = machine.own(machine.get(i.operands[1], thread), 4, thread);
    if (!handle || !value)
      return;
    uint32_t *condition;
    std::memcpy(&condition, handle, sizeof(condition));
    std::memcpy(condition, value, sizeof(*condition));
  }
}

/// Bytes after the ones to read are zeros. They arrive when they are waited
/// for, and nobody may look before.
static void copyAsync(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active) {
    uint32_t bytes = machine.get(i.operands[2], thread), taken = bytes;
    if (i.operands.size() > 3)
      taken = machine.get(i.operands[3], thread);
    Copy copy = {machine.get(i.operands[0], thread), bytes, {}};
    if (taken > bytes || bytes > 16)
      return machine.fail(i, thread, "copies of too many bytes");
    uint64_t from = machine.get(i.operands[1], thread);
    if (from % bytes)
      return machine.fail(i, thread, "a source that is not aligned");
    for (uint32_t k = 0; k < taken; ++k) {
      const char *source =
          machine.access(Access::Read, false, from + k, 1, nullptr, thread);
      if (!source)
        return;
      copy.data[k] = *source;
    }
    if (!machine.access(Access::Flight, true, copy.to, bytes, nullptr, thread))
      return;
    machine.copies[thread].push_back(copy);
  }
}

static void commit(Machine &machine, const Instruction &) {
  for (uint32_t thread : machine.active) {
    machine.groups[thread].push_back(std::move(machine.copies[thread]));
    machine.copies[thread].clear();
  }
}

static void arrive(Machine &machine, uint32_t thread, size_t groups) {
  auto &waiting = machine.groups[thread];
  while (waiting.size() > groups) {
    for (const Copy &copy : waiting.front()) {
      char *to = machine.access(Access::Write, true, copy.to, copy.bytes,
                                nullptr, thread);
      if (!to)
        return;
      std::memcpy(to, copy.data, copy.bytes);
    }
    waiting.erase(waiting.begin());
  }
}

static void waitGroup(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active)
    arrive(machine, thread, machine.get(i.operands[0], thread));
}

static void waitAll(Machine &machine, const Instruction &i) {
  commit(machine, i);
  for (uint32_t thread : machine.active)
    arrive(machine, thread, 0);
}

static void branch(Machine &machine, const Instruction &i) {
  machine.branch(i);
}
static void leave(Machine &machine, const Instruction &) { machine.leave(); }
static void barrier(Machine &machine, const Instruction &i) {
  if (i.operands.size() == 1)
    return machine.meet();
  machine.fail(i, 0, "a barrier of some of the threads");
}

template <Space space, bool isReduction>
static void addAtomics(Table &table, const std::string &name) {
#define AMP_ATOMIC(op, suffix, T, function)                                    \
  table[name + "." op "." suffix] = atomic<space, isReduction, T, function<T>>;
#define AMP_ATOMICS(suffix, T)                                                 \
  AMP_ATOMIC("add", suffix, T, sum)                                            \
  AMP_ATOMIC("min", suffix, T, least)                                          \
  AMP_ATOMIC("max", suffix, T, largest)
  AMP_ATOMICS("u32", uint32_t)
  AMP_ATOMICS("s32", int32_t)
  AMP_ATOMICS("u64", uint64_t)
  AMP_ATOMICS("s64", int64_t)
  AMP_ATOMIC("add", "f32", float, sum)
  AMP_ATOMIC("add", "f64", double, sum)
  AMP_ATOMIC("or", "b32", uint32_t, either)
  AMP_ATOMIC("and", "b32", uint32_t, both)
  AMP_ATOMIC("exch", "b32", uint32_t, swap)
  AMP_ATOMIC("cas", "b32", uint32_t, swapIf)
  AMP_ATOMIC("cas", "b64", uint64_t, swapIf)
  AMP_ATOMIC("cas", "b16", uint16_t, swapIf)
#undef AMP_ATOMICS
#undef AMP_ATOMIC
}

static Table makeTable() {
  Table table = {
      {"bra", branch},
      {"cudaGraphSetConditional", setConditional},
      {"bra.uni", branch},
      {"ret", leave},
      {"bar.sync", barrier},
      {"cp.async.ca.shared.global", copyAsync},
      {"cp.async.cg.shared.global", copyAsync},
      {"cp.async.commit_group", commit},
      {"cp.async.wait_group", waitGroup},
      {"cp.async.wait_all", waitAll},
  };
  for (const char *scope : {"", ".relaxed.gpu", ".relaxed.cta"}) {
    std::string atom = std::string("atom") + scope;
    std::string red = std::string("red") + scope;
    addAtomics<Space::Global, false>(table, atom + ".global");
    addAtomics<Space::Shared, false>(table, atom + ".shared");
    addAtomics<Space::Global, true>(table, red + ".global");
    addAtomics<Space::Shared, true>(table, red + ".shared");
  }
  return table;
}

Operation ptx::findAccess(Instruction &instruction) {
  static const Table table = makeTable();
  auto row = table.find(instruction.name);
  if (row != table.end())
    return row->second;
  struct Moves {
    const char *start;
    Operation run;
  };
  static const Moves all[] = {{"ld.param.", load<Space::Own>},
                              {"st.param.", store<Space::Own>},
                              {"ld.local.", load<Space::Own>},
                              {"st.local.", store<Space::Own>},
                              {"ld.global.", load<Space::Global>},
                              {"ld.global.nc.", load<Space::Global>},
                              {"ld.shared.", load<Space::Shared>},
                              {"st.global.", store<Space::Global>},
                              {"st.shared.", store<Space::Shared>}};
  const std::string &name = instruction.name;
  for (const Moves &moves : all) {
    if (name.rfind(moves.start, 0) != 0)
      continue;
    std::string rest = name.substr(std::strlen(moves.start));
    instruction.count = 1;
    if (rest[0] == 'v') {
      instruction.count = rest[1] - '0';
      rest = rest.substr(3);
    }
    instruction.isSigned = rest[0] == 's';
    instruction.bytes = std::atoi(rest.c_str() + 1) / 8;
    if (std::strchr("busf", rest[0]) && instruction.bytes &&
        instruction.count + 1 == instruction.operands.size())
      return moves.run;
  }
  return nullptr;
}
