// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Instructions that the 32 threads of a warp execute together; and registers of
// parts.
#include "Table.h"

using namespace ptx;

/// Rows of 8 elements of 2 bytes; 8 threads have the rows' addresses of each
/// of `count` matrices, and every thread gets two neighbours of each.
template <int count, bool isTransposed>
static void loadMatrix(Machine &machine, const Instruction &i) {
  if (!machine.checkWarps(i))
    return;
  const std::vector<uint32_t> &active = machine.active;
  for (size_t warp = 0; warp < active.size(); warp += 32)
    for (int matrix = 0; matrix < count; ++matrix) {
      uint16_t rows[8][8];
      for (int row = 0; row < 8; ++row) {
        uint32_t thread = active[warp + 8 * matrix + row];
        // On behalf of those that get it: a barrier has to be there anyway.
        const char *from = machine.access(
            Access::Read, true, machine.get(i.operands[count], thread), 16,
            nullptr, thread);
        if (!from)
          return;
        std::memcpy(rows[row], from, 16);
      }
      for (int lane = 0; lane < 32; ++lane) {
        int row = lane / 4, column = lane % 4 * 2;
        uint32_t low = isTransposed ? rows[column][row] : rows[row][column];
        uint32_t top =
            isTransposed ? rows[column + 1][row] : rows[row][column + 1];
        machine.set(i.operands[matrix], active[warp + lane], low | top << 16);
      }
    }
}

template <typename T> static double part(uint64_t bits, int which) {
  return as<T>(bits >> (16 * which));
}
template <> double part<float>(uint64_t bits, int) {
  return as<float>(bits & 0xffffe000); // tf32
}

/// d = a (16 x depth) * b (depth x 8) + c, in double and rounded once. Each
/// register of a and b holds `pack` neighbours along the depth.
template <typename T, int depth, int pack>
static void multiply(Machine &machine, const Instruction &i) {
  if (!machine.checkWarps(i))
    return;
  constexpr int registersOfB = depth / 4 / pack,
                registersOfA = 2 * registersOfB;
  const Operand *d = i.operands.data(), *a = d + 4, *b = a + registersOfA,
                *c = b + registersOfB;
  for (size_t warp = 0; warp < machine.active.size(); warp += 32) {
    double left[16][depth], right[depth][8];
    const uint32_t *thread = &machine.active[warp];
    for (int lane = 0; lane < 32; ++lane)
      for (int k = 0; k < pack; ++k) {
        int row = lane / 4, place = lane % 4 * pack + k;
        for (int r = 0; r < registersOfA; ++r)
          left[row + r % 2 * 8][place + r / 2 * 4 * pack] =
              part<T>(machine.get(a[r], thread[lane]), k);
        for (int r = 0; r < registersOfB; ++r)
          right[place + r * 4 * pack][row] =
              part<T>(machine.get(b[r], thread[lane]), k);
      }
    for (int lane = 0; lane < 32; ++lane)
      for (int r = 0; r < 4; ++r) {
        int row = lane / 4 + r / 2 * 8, column = lane % 4 * 2 + r % 2;
        double sum = as<float>(machine.get(c[r], thread[lane]));
        for (int k = 0; k < depth; ++k)
          sum += left[row][k] * right[k][column];
        machine.set(d[r], thread[lane], bitsOf(float(sum)));
      }
  }
}

/// d(|p), a, b, c, members: the value of another thread of the warp, if it is
/// in the same part of it, or else its own.
template <char how>
static void shuffle(Machine &machine, const Instruction &i) {
  if (!machine.gather(warpThreads))
    return;
  size_t first = i.widths[0];
  for (size_t warp = 0; warp < machine.active.size(); warp += 32) {
    const uint32_t *thread = &machine.active[warp];
    uint32_t values[32];
    for (int lane = 0; lane < 32; ++lane)
      values[lane] = argument(machine, i, first, thread[lane]);
    for (int lane = 0; lane < 32; ++lane) {
      int b = argument(machine, i, first + 1, thread[lane]) & 31;
      int c = argument(machine, i, first + 2, thread[lane]);
      int part = c >> 8 & 31, most = (lane & part) | (c & 31 & ~part);
      int from = how == 'u'   ? lane - b
                 : how == 'd' ? lane + b
                 : how == 'b' ? lane ^ b
                              : (lane & part) | (b & ~part);
      bool isThere = how == 'u' ? from >= most : from <= most;
      machine.set(i.operands[0], thread[lane], values[isThere ? from : lane]);
      if (first == 2)
        machine.set(i.operands[1], thread[lane], isThere);
    }
  }
}

template <char how> static void vote(Machine &machine, const Instruction &i) {
  if (!machine.gather(warpThreads))
    return;
  for (size_t warp = 0; warp < machine.active.size(); warp += 32) {
    const uint32_t *thread = &machine.active[warp];
    uint32_t votes = 0;
    for (int lane = 0; lane < 32; ++lane)
      votes |= uint32_t(argument(machine, i, 1, thread[lane]) & 1) << lane;
    uint32_t result = how == 'b'   ? votes
                      : how == 'a' ? votes == ~0u
                                   : votes != 0;
    for (int lane = 0; lane < 32; ++lane)
      machine.set(i.operands[0], thread[lane], result);
  }
}

/// {a, b} = c
static void takeApart(Machine &machine, const Instruction &i) {
  uint32_t parts = i.widths[0], bits = i.bytes * 8 / parts;
  for (uint32_t thread : machine.active) {
    uint64_t whole = machine.get(i.operands[parts], thread);
    for (uint32_t k = 0; k < parts; ++k)
      machine.set(i.operands[k], thread,
                  whole >> bits * k & ((uint64_t(1) << bits) - 1));
  }
}

/// c = {a, b}
static void putTogether(Machine &machine, const Instruction &i) {
  uint32_t parts = i.widths[1], bits = i.bytes * 8 / parts;
  for (uint32_t thread : machine.active) {
    uint64_t whole = 0;
    for (uint32_t k = 0; k < parts; ++k)
      whole |=
          (machine.get(i.operands[1 + k], thread) & ((uint64_t(1) << bits) - 1))
          << bits * k;
    machine.set(i.operands[0], thread, whole);
  }
}

static Table makeTable() {
  const std::string matrix = "ldmatrix.sync.aligned.m8n8.",
                    mma = "mma.sync.aligned.";
  return {
      {matrix + "x1.shared.b16", loadMatrix<1, false>},
      {matrix + "x2.shared.b16", loadMatrix<2, false>},
      {matrix + "x4.shared.b16", loadMatrix<4, false>},
      {matrix + "x1.trans.shared.b16", loadMatrix<1, true>},
      {matrix + "x2.trans.shared.b16", loadMatrix<2, true>},
      {matrix + "x4.trans.shared.b16", loadMatrix<4, true>},
      {mma + "m16n8k16.row.col.f32.f16.f16.f32", multiply<Half, 16, 2>},
      {mma + "m16n8k16.row.col.f32.bf16.bf16.f32", multiply<Bf16, 16, 2>},
      {mma + "m16n8k8.row.col.f32.f16.f16.f32", multiply<Half, 8, 2>},
      {mma + "m16n8k8.row.col.f32.bf16.bf16.f32", multiply<Bf16, 8, 2>},
      {mma + "m16n8k8.row.col.f32.tf32.tf32.f32", multiply<float, 8, 1>},
      {mma + "m16n8k4.row.col.f32.tf32.tf32.f32", multiply<float, 4, 1>},
      {"shfl.sync.up.b32", shuffle<'u'>},
      {"shfl.sync.down.b32", shuffle<'d'>},
      {"shfl.sync.bfly.b32", shuffle<'b'>},
      {"shfl.sync.idx.b32", shuffle<'i'>},
      {"vote.sync.all.pred", vote<'a'>},
      {"vote.sync.any.pred", vote<'o'>},
      {"vote.sync.ballot.b32", vote<'b'>},
  };
}

Operation ptx::findWarp(Instruction &instruction) {
  static const Table table = makeTable();
  auto row = table.find(instruction.name);
  if (row != table.end())
    return row->second;
  const std::vector<uint32_t> &widths = instruction.widths;
  if (instruction.name.rfind("mov.b", 0) != 0 || widths.size() != 2)
    return nullptr;
  instruction.bytes = std::atoi(instruction.name.c_str() + 5) / 8;
  return widths[0] > 1 ? takeApart : widths[1] > 1 ? putTogether : nullptr;
}

Operation ptx::findOperation(Instruction &instruction) {
  if (Operation run = findWarp(instruction))
    return run;
  if (Operation run = findAccess(instruction))
    return run;
  if (Operation run = findWarpgroup(instruction))
    return run;
  for (auto find : {findArithmetic, findCarry, findFunction, findConversion})
    if (Operation run = find(instruction.name))
      return run;
  return nullptr;
}
