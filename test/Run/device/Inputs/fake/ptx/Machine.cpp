// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Machine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace ptx;

/// A block that takes more instructions is thought to run for ever.
static constexpr uint32_t mostSteps = 200'000'000;
static constexpr uint32_t nowhere = ~0u;

Machine::Machine(Memory &memory, const Launch &launch, uint32_t number)
    : launch(launch),
      threads(launch.block[0] * launch.block[1] * launch.block[2]),
      memory(memory), visitor{number, 0, 0, 0} {
  uint32_t own = launch.kernel->sharedBytes;
  if (launch.sharedBytes)
    own = (own + 1023) / 1024 * 1024 + launch.sharedBytes;
  sharedBytes.resize(own + 16);
  uint64_t misaligned = reinterpret_cast<uint64_t>(sharedBytes.data()) % 16;
  shared.bytes = sharedBytes.data() + (misaligned ? 16 - misaligned : 0);
  shared.address = sharedStart;
  shared.size = own;
}

static uint32_t valueOf(const std::string &name, uint32_t thread,
                        uint32_t block, const Launch &launch) {
  struct Row {
    const char *name;
    const uint32_t *sizes;
    uint32_t index;
  };
  const Row rows[] = {{"%tid.", launch.block, thread},
                      {"%ctaid.", launch.grid, block}};
  uint32_t axis = name.back() - 'x';
  for (const Row &row : rows)
    if (name.compare(0, name.size() - 1, row.name) == 0)
      return axis == 0   ? row.index % row.sizes[0]
             : axis == 1 ? row.index / row.sizes[0] % row.sizes[1]
                         : row.index / row.sizes[0] / row.sizes[1];
  if (name.compare(0, 6, "%ntid.") == 0)
    return launch.block[axis];
  if (name.compare(0, 8, "%nctaid.") == 0)
    return launch.grid[axis];
  return name == "%laneid" ? thread % 32 : nowhere;
}

void Machine::start(uint32_t block) {
  visitor.block = block;
  visitor.epoch = 0;
  registers.assign(size_t(launch.kernel->registers) * threads, 0);
  places.assign(threads, 0);
  states.assign(threads, State::Runs);
  copies.assign(threads, {});
  groups.assign(threads, {});
  mustChoose = true;
  // Nothing that another block left.
  shared.cells.assign(isWatching() ? shared.size : 0, Cell());
  std::fill(sharedBytes.begin(), sharedBytes.end(), char(0xff));
  ownBytes.assign(size_t(launch.kernel->ownBytes) * threads, char(0xff));
  for (const auto &[number, name] : launch.kernel->specials)
    for (uint32_t thread = 0; thread < threads; ++thread) {
      uint32_t value = valueOf(name, thread, block, launch);
      if (value == nowhere)
        failure = "unknown register " + name;
      set({number, 0}, thread, value);
    }
  if (!launch.kernel->accumulators.empty())
    warpgroups = std::make_unique<Warpgroups>(*this, shared.size);
}

std::string Machine::run() {
  const Kernel &kernel = *launch.kernel;
  if (threads > kernel.mostThreads)
    return "kernel '" + kernel.name + "' allows " +
           std::to_string(kernel.mostThreads) + " threads a block, but has " +
           std::to_string(threads);
  uint32_t blocks = launch.grid[0] * launch.grid[1] * launch.grid[2];
  bool isReversed = std::getenv("FAKE_CUDA_REVERSED"); // as a device may
  for (uint32_t i = 0; i < blocks && failure.empty(); ++i) {
    start(isReversed ? blocks - 1 - i : i);
    runBlock();
  }
  return failure;
}

/// The threads that are furthest behind, and where the next ones are.
void Machine::choose() {
  place = next = nowhere;
  for (uint32_t thread = 0; thread < threads; ++thread)
    if (states[thread] == State::Runs)
      place = std::min(place, places[thread]);
  here.clear();
  for (uint32_t thread = 0; thread < threads; ++thread) {
    bool isAlone = states[thread] == State::Alone;
    if (states[thread] != State::Runs && !isAlone)
      continue;
    if (places[thread] == place) {
      states[thread] = State::Runs;
      here.push_back(thread);
    } else if (places[thread] > place) {
      next = std::min(next, places[thread]);
    }
  }
  mustChoose = false;
}

void Machine::runBlock() {
  const std::vector<Instruction> &code = launch.kernel->code;
  for (time = 1; failure.empty(); ++time) {
    if (place == next && !mustChoose)
      stay();
    if (mustChoose)
      choose();
    if (here.empty()) {
      auto alone = std::find(states.begin(), states.end(), State::Alone);
      if (alone != states.end())
        return failAlone(alone - states.begin());
      if (std::count(states.begin(), states.end(), State::Ended) == threads)
        return;
      release();
      continue;
    }
    if (place >= code.size() || time > mostSteps)
      return fail(code.back(), here[0], "does not end");
    const Instruction &instruction = code[place];
    current = &instruction;
    active.clear();
    for (uint32_t thread : here)
      if (instruction.guard < 0 || bool(get({instruction.guard, 0}, thread) &
                                        1) != instruction.isGuardNegated)
        active.push_back(thread);
    ++place;
    instruction.run(*this, instruction);
  }
}

void Machine::fail(const Instruction &instruction, uint32_t thread,
                   const std::string &what) {
  if (!failure.empty())
    return;
  failure = "kernel '" + launch.kernel->name + "', line " +
            std::to_string(instruction.line) + ", block " +
            std::to_string(visitor.block) + ", thread " +
            std::to_string(thread) + ": " + instruction.name + ": " + what;
}

char *Machine::access(Access access, bool isShared, uint64_t address,
                      uint64_t bytes, const void *value, uint32_t thread) {
  Region *region = &shared;
  if (!isShared)
    region = memory.find(address, bytes);
  else if (address < shared.address ||
           address - shared.address + bytes > shared.size)
    region = nullptr;
  if (!region) {
    fail(*current, thread,
         std::to_string(bytes) + " bytes outside of all buffers");
    return nullptr;
  }
  if (address % bytes) {
    fail(*current, thread,
         "an address that is not aligned to " + std::to_string(bytes));
    return nullptr;
  }
  visitor.thread = visitor.block * threads + thread + 1;
  uint64_t offset = address - region->address;
  const char *error = region->visit(access, offset, bytes, value, visitor);
  if (!error && isShared && warpgroups)
    error = warpgroups->visit(access, offset, bytes, thread, time);
  if (!error)
    return region->bytes + offset;
  fail(*current, thread, error);
  return nullptr;
}

char *Machine::own(uint64_t address, uint64_t bytes, uint32_t thread) {
  uint64_t most = launch.kernel->ownBytes, offset = address - ownStart;
  if (address >= ownStart && offset + bytes <= most && offset % bytes == 0)
    return &ownBytes[most * thread + offset];
  fail(*current, thread,
       std::to_string(bytes) + " bytes outside of the thread's own memory");
  return nullptr;
}

/// Notes where the threads are that ran, so that others may.
void Machine::stay() {
  for (uint32_t thread : here)
    places[thread] = place;
  mustChoose = true;
}

void Machine::branch(const Instruction &instruction) {
  stay();
  for (uint32_t thread : active)
    places[thread] = instruction.target;
}

void Machine::leave() {
  stay();
  for (uint32_t thread : active)
    states[thread] = State::Ended;
}

bool Machine::gather(uint32_t size) {
  std::vector<uint32_t> whole;
  for (size_t i = 0, end; i < active.size(); i = end) {
    end = i;
    while (end < active.size() && active[end] / size == active[i] / size)
      ++end;
    if (end - i == size)
      whole.insert(whole.end(), active.begin() + i, active.begin() + end);
  }
  if (whole.size() == active.size())
    return true;
  stay();
  for (uint32_t thread : active)
    if (!std::binary_search(whole.begin(), whole.end(), thread)) {
      states[thread] = State::Alone;
      places[thread] = place - 1;
    }
  active = whole;
  return !active.empty();
}

void Machine::failAlone(uint32_t thread) {
  const Instruction &instruction = launch.kernel->code[places[thread]];
  bool isOfWarp = instruction.name.rfind("wgmma", 0) != 0;
  fail(instruction, thread,
       std::string("threads of the ") + (isOfWarp ? "warp" : "warpgroup") +
           " are missing");
}

/// A barrier of the block: where they met is in `places`.
void Machine::meet() {
  stay();
  for (uint32_t thread : active)
    states[thread] = State::Waits;
}

void Machine::release() {
  for (uint32_t thread = 0; thread < threads; ++thread)
    if (states[thread] != State::Waits || places[thread] != places[0])
      return fail(*current, thread, "a barrier that not all threads reach");
  std::fill(states.begin(), states.end(), State::Runs);
  ++visitor.epoch;
  if (warpgroups)
    warpgroups->meet();
  mustChoose = true;
}

bool Machine::checkWarps(const Instruction &instruction) {
  for (size_t i = 0; i < active.size(); i += warpThreads)
    for (size_t lane = 0; lane < warpThreads; ++lane)
      if (i + lane >= active.size() || active[i + lane] != active[i] + lane ||
          active[i] % warpThreads) {
        fail(instruction, active[i], "threads of the warp are missing");
        return false;
      }
  return true;
}
