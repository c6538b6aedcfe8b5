// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// wgmma: d (64 x N) = a (64 x 16) * b (16 x N) + d, with b, and a or not, in
// shared memory, as PTX ISA 8.0 documents it.
#include "Table.h"

#include <algorithm>
#include <set>

using namespace ptx;

static constexpr uint32_t depth = 16; // K

namespace {
/// Operands after the accumulators. One in registers is never transposed.
enum Name { A, B, ScaleD, SignA, SignB, TransposedA, TransposedB, Rest };

/// Matrix of `rows` x 16 elements of 2 bytes in shared memory. A line holds
/// elements along K, or along M or N if the matrix is transposed, in chunks of
/// 8. CUTLASS lists the layouts (include/cute/arch/mma_sm90_desc.hpp).
class Tile {
public:
  Tile(const Matmul &matmul, bool isB);
  /// Returns an error if the descriptor is not supported, or null.
  const char *check() const;
  /// Calls `visit` with the address of each chunk, its line and its number in
  /// the line, until `visit` returns false.
  template <typename Visit> bool eachChunk(Visit visit) const;

private:
  static uint64_t field(uint64_t descriptor, int from) {
    return (descriptor >> from & 0x3fff) << 4;
  }

  uint64_t descriptor, start, chunkStride, groupStride;
  uint32_t width; // chunks in a line of the swizzle pattern
  uint32_t lines, chunks;
  bool transposed;
};
} // namespace

static constexpr uint32_t registersOfA = 4; // of two elements

static bool hasRegistersOfA(const Instruction &i) {
  return i.widths[1] == registersOfA;
}

static const Operand &operandOf(const Instruction &i, Name name) {
  uint32_t place = i.widths[0] + name;
  if (hasRegistersOfA(i) && name != A)
    place += registersOfA - 1 - (name == TransposedB);
  return i.operands[place];
}

static bool isTransposed(const Instruction &i, bool isB) {
  if (isB)
    return operandOf(i, TransposedB).value;
  return !hasRegistersOfA(i) && operandOf(i, TransposedA).value;
}

Tile::Tile(const Matmul &matmul, bool isB)
    : descriptor(matmul.descriptors[isB]) {
  constexpr uint64_t window = 1 << 18; // start addresses have 18 bits
  const Instruction &i = *matmul.instruction;
  constexpr uint32_t widths[] = {1, 8, 4, 2};
  uint32_t rows = isB ? 2 * i.widths[0] : 64;
  transposed = isTransposed(i, isB);
  start = sharedStart + (field(descriptor, 0) - sharedStart) % window;
  chunkStride = field(descriptor, 16);
  groupStride = field(descriptor, 32);
  width = widths[descriptor >> 62];
  if (transposed && width == 1)
    std::swap(chunkStride, groupStride);
  lines = transposed ? depth : rows;
  chunks = (transposed ? rows : depth) / 8;
}

const char *Tile::check() const {
  if (descriptor >> 46 & 0xffff)
    return "a descriptor with a base offset or reserved bits";
  if (start >> 7 & (width - 1))
    return "a matrix that does not start with a swizzle pattern";
  if (width > 1 && start / 16 % width + (transposed ? width : chunks) > width)
    return "a matrix that starts within a swizzled line and exceeds it";
  return nullptr;
}

template <typename Visit> bool Tile::eachChunk(Visit visit) const {
  for (uint32_t line = 0; line < lines; ++line)
    for (uint32_t chunk = 0; chunk < chunks; ++chunk) {
      uint64_t address = start + line / 8 * groupStride +
                         line % 8 * width * 16 + chunk / width * chunkStride +
                         chunk % width * 16;
      address ^= (address >> 7 & (width - 1)) << 4;
      if (!visit(address, line, chunk))
        return false;
    }
  return true;
}

/// Returns the elements [row][k] of A in registers: register 2 * (k / 8) +
/// row % 16 / 8 of lane row % 8 * 4 + k % 8 / 2 of warp row / 16.
template <typename T>
static std::vector<double> loadRegisters(Machine &machine, const Matmul &matmul,
                                         uint32_t first) {
  const Instruction &i = *matmul.instruction;
  double sign = int64_t(operandOf(i, SignA).value);
  std::vector<double> elements(64 * depth);
  for (uint32_t row = 0; row < 64; ++row)
    for (uint32_t k = 0; k < depth; ++k) {
      uint32_t thread = first + row / 16 * 32 + row % 8 * 4 + k % 8 / 2;
      const Operand *a = &operandOf(i, A) + k / 8 * 2 + row % 16 / 8;
      uint16_t bits = machine.get(*a, thread) >> (k % 2 * 16);
      T element;
      std::memcpy(&element, &bits, 2);
      elements[row * depth + k] = sign * element;
    }
  return elements;
}

/// Returns the elements [row][k] of A or B, and ends their asynchronous read.
template <typename T>
static std::vector<double> load(Machine &machine, const Matmul &matmul,
                                bool isB, uint32_t thread) {
  if (!isB && hasRegistersOfA(*matmul.instruction))
    return loadRegisters<T>(machine, matmul, thread);
  bool transposed = isTransposed(*matmul.instruction, isB);
  double sign =
      int64_t(operandOf(*matmul.instruction, isB ? SignB : SignA).value);
  std::vector<double> elements(256 * depth);
  Tile(matmul, isB)
      .eachChunk([&](uint64_t address, uint32_t line, uint32_t chunk) {
        const char *from =
            machine.access(Access::Release, true, address, 16, nullptr, thread);
        if (!from)
          return false;
        for (uint32_t k = 0; k < 8; ++k) {
          T element;
          std::memcpy(&element, from + 2 * k, 2);
          uint32_t place = 8 * chunk + k;
          elements[transposed ? place * depth + line : line * depth + place] =
              sign * element;
        }
        return true;
      });
  return elements;
}

/// Returns how many operands are registers that the instruction uses while it
/// is in flight: D, and A if it is in registers.
static uint32_t registersOf(const Instruction &i) {
  return i.widths[0] + (hasRegistersOfA(i) ? registersOfA : 0);
}

/// Computes in double and rounds once. Lane row % 8 * 4 + column % 8 / 2 of
/// warp row / 16 holds element (row, column).
template <typename T>
static void finish(Machine &machine, const Matmul &matmul, uint32_t first) {
  const Instruction &i = *matmul.instruction;
  std::vector<double> a = load<T>(machine, matmul, false, first),
                      b = load<T>(machine, matmul, true, first);
  for (uint32_t row = 0; row < 64; ++row)
    for (uint32_t column = 0; column < 2 * i.widths[0]; ++column) {
      uint32_t thread = first + row / 16 * 32 + row % 8 * 4 + column % 8 / 2;
      const Operand &d =
          i.operands[column / 8 * 4 + row % 16 / 8 * 2 + column % 2];
      double sum =
          matmul.accumulates ? as<float>(machine.get(d, thread)) : 0.0F;
      for (uint32_t k = 0; k < depth; ++k)
        sum += a[row * depth + k] * b[column * depth + k];
      machine.set(d, thread, bitsOf(float(sum)));
    }
  for (uint32_t k = 0; k < registersOf(i); ++k)
    --machine.warpgroups->accumulator(i.operands[k].reg, first).inFlight;
  --machine.warpgroups->of(first).inFlight;
}

/// Returns an error if a matmul may not use its accumulators yet, or null.
static const char *checkAccumulators(Warpgroups &warpgroups,
                                     const Instruction &i, uint32_t thread) {
  uint32_t fenceTime = warpgroups.of(thread).fenceTime;
  if (!fenceTime)
    return "no wgmma.fence before";
  for (uint32_t k = 0; k < registersOf(i); ++k) {
    const Accumulator &accumulator =
        warpgroups.accumulator(i.operands[k].reg, thread);
    if (accumulator.accessTime > fenceTime)
      return k < i.widths[0] ? "accumulators that other instructions access, "
                               "with no wgmma.fence between"
                             : "a matrix in registers that other instructions "
                               "access, with no wgmma.fence between";
    if (k < i.widths[0] && accumulator.inFlight &&
        (accumulator.user->widths[0] != i.widths[0] ||
         accumulator.user->operands[k].reg != i.operands[k].reg))
      return "some of the accumulators of another wgmma.mma_async in flight";
  }
  return nullptr;
}

/// Calls `run` with each warpgroup at an instruction, and its first thread.
template <typename Run>
static void eachWarpgroup(Machine &machine, const Instruction &i, Run run) {
  if (machine.gather(warpgroupThreads) && machine.warpgroups)
    for (size_t k = 0; k < machine.active.size(); k += warpgroupThreads)
      run(machine.warpgroups->of(machine.active[k]), machine.active[k]);
}

static bool isUniform(const Machine &machine, const Operand &operand,
                      uint32_t first) {
  for (uint32_t k = 1; k < warpgroupThreads; ++k)
    if (machine.get(operand, first + k) != machine.get(operand, first))
      return false;
  return true;
}

template <typename T>
static void start(Machine &machine, const Instruction &i) {
  eachWarpgroup(machine, i, [&](Warpgroup &warpgroup, uint32_t first) {
    for (Name name : {A, B, ScaleD})
      if (!(name == A && hasRegistersOfA(i)) &&
          !isUniform(machine, operandOf(i, name), first))
        return machine.fail(i, first, "operands that differ between threads");
    Matmul matmul = {&i,
                     {machine.get(operandOf(i, A), first),
                      machine.get(operandOf(i, B), first)},
                     bool(machine.get(operandOf(i, ScaleD), first) & 1),
                     finish<T>};
    if (const char *error = checkAccumulators(*machine.warpgroups, i, first))
      return machine.fail(i, first, error);
    for (bool isB : {false, true}) {
      if (!isB && hasRegistersOfA(i))
        continue;
      Tile tile(matmul, isB);
      if (const char *error = tile.check())
        return machine.fail(i, first, error);
      if (!tile.eachChunk([&](uint64_t address, uint32_t, uint32_t) {
            return machine.access(Access::Hold, true, address, 16, nullptr,
                                  first);
          }))
        return;
    }
    for (uint32_t k = 0; k < registersOf(i); ++k) {
      Accumulator &accumulator =
          machine.warpgroups->accumulator(i.operands[k].reg, first);
      accumulator.user = &i;
      ++accumulator.inFlight;
    }
    ++warpgroup.inFlight;
    warpgroup.open.push_back(matmul);
  });
}

static void fence(Machine &machine, const Instruction &i) {
  eachWarpgroup(machine, i, [&](Warpgroup &warpgroup, uint32_t) {
    warpgroup.fenceTime = machine.time;
  });
}

static void commit(Machine &machine, const Instruction &i) {
  eachWarpgroup(machine, i, [](Warpgroup &warpgroup, uint32_t) {
    warpgroup.groups.push_back(std::move(warpgroup.open));
    warpgroup.open.clear();
  });
}

static void wait(Machine &machine, const Instruction &i) {
  eachWarpgroup(machine, i, [&](Warpgroup &warpgroup, uint32_t first) {
    for (; warpgroup.groups.size() > i.operands[0].value;
         warpgroup.groups.pop_front())
      for (const Matmul &matmul : warpgroup.groups.front())
        matmul.finish(machine, matmul, first);
  });
}

static void fenceProxy(Machine &machine, const Instruction &) {
  if (machine.warpgroups)
    for (uint32_t thread : machine.active)
      machine.warpgroups->fenceProxy(thread, machine.time);
}

/// Checks the accumulators that another instruction accesses, and runs it.
static void watch(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active)
    for (const Operand &operand : i.operands) {
      if (operand.reg < 0)
        continue;
      Accumulator &accumulator =
          machine.warpgroups->accumulator(operand.reg, thread);
      if (accumulator.inFlight)
        return machine.fail(i, thread,
                            "a register of a wgmma.mma_async in flight, "
                            "with no commit_group and wait_group between");
      accumulator.accessTime = machine.time;
    }
  i.checked(machine, i);
}

static void watchEnd(Machine &machine, const Instruction &i) {
  for (uint32_t thread : machine.active)
    if (machine.warpgroups->of(thread).inFlight)
      return machine.fail(i, thread, "a wgmma.mma_async is in flight");
  i.checked(machine, i);
}

static bool isMatmul(const Instruction &i) {
  return i.name.rfind("wgmma.mma_async", 0) == 0;
}

void ptx::watchAccumulators(Kernel &kernel) {
  std::set<int32_t> accumulators;
  for (const Instruction &i : kernel.code)
    for (uint32_t k = 0; isMatmul(i) && k < registersOf(i); ++k)
      accumulators.insert(i.operands[k].reg);
  if (accumulators.empty())
    return;
  kernel.accumulators.assign(accumulators.begin(), accumulators.end());
  auto isAccumulator = [&](const Operand &operand) {
    return accumulators.count(operand.reg);
  };
  for (Instruction &i : kernel.code) {
    bool isEnd = i.name == "ret";
    if (isMatmul(i) ||
        (!isEnd &&
         std::none_of(i.operands.begin(), i.operands.end(), isAccumulator)))
      continue;
    i.checked = i.run;
    i.run = isEnd ? watchEnd : watch;
  }
}

/// Fills accumulators with NaNs: a kernel has to initialize them.
Warpgroups::Warpgroups(Machine &machine, uint64_t sharedBytes)
    : all((machine.threads + warpgroupThreads - 1) / warpgroupThreads),
      accumulators(machine.launch.kernel->registers * all.size()),
      writes(isWatching() ? sharedBytes : 0), fences(machine.threads),
      orderedFences(machine.threads) {
  for (int32_t reg : machine.launch.kernel->accumulators)
    for (uint32_t thread = 0; thread < machine.threads; ++thread)
      machine.set({reg, 0}, thread, bitsOf(NAN));
}

const char *Warpgroups::visit(Access access, uint64_t offset, uint64_t bytes,
                              uint32_t thread, uint32_t time) {
  if (writes.empty() || access == Access::Read || access == Access::Release)
    return nullptr;
  for (uint64_t i = offset; i < offset + bytes; ++i) {
    Write &write = writes[i];
    if (access != Access::Hold)
      write = {thread, time};
    else if (fences[write.thread] < write.time)
      return "memory that a thread wrote, with no fence.proxy.async by it "
             "between";
    else if (orderedFences[write.thread] < write.time)
      return "memory that a thread wrote, with no barrier after its "
             "fence.proxy.async";
  }
  return nullptr;
}

/// wgmma.mma_async {d...}, a, b, scale-d, sign of a, of b, transposed a, b, or
/// {d...}, {a, a, a, a}, b, scale-d, sign of a, of b, transposed b
static Operation findMatmul(const Instruction &i) {
  uint32_t columns = 2 * i.widths[0];
  if (columns % 8 || columns > 256 || i.widths.size() < Rest)
    return nullptr;
  bool inRegisters = hasRegistersOfA(i);
  if (i.widths.size() != 1u + Rest - inRegisters ||
      i.operands.size() !=
          columns / 2 + Rest + inRegisters * (registersOfA - 2))
    return nullptr;
  std::string shape = "wgmma.mma_async.sync.aligned.m64n" +
                      std::to_string(columns) + "k16.f32.";
  return i.name == shape + "bf16.bf16" ? start<Bf16>
         : i.name == shape + "f16.f16" ? start<Half>
                                       : nullptr;
}

Operation ptx::findWarpgroup(const Instruction &instruction) {
  static const Table table = {
      {"wgmma.fence.sync.aligned", fence},
      {"wgmma.commit_group.sync.aligned", commit},
      {"wgmma.wait_group.sync.aligned", wait},
      {"fence.proxy.async", fenceProxy},
      {"fence.proxy.async.shared::cta", fenceProxy},
  };
  if (isMatmul(instruction) && !instruction.widths.empty())
    return findMatmul(instruction);
  auto row = table.find(instruction.name);
  return row == table.end() ? nullptr : row->second;
}
