// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// time = launch + max(compute, bytes)
//   with barriers: launch + max(compute, copied bytes) + other bytes + first
//   and last phase
//
// Blocks are spread over multiprocessors; the busiest one counts. Blocks with
// barriers copy while they compute, and load and store before and after. Those
// that begin together end together, so their neighbours' arithmetic hides
// little of that.
#include "lib/Lowering/Gpu/Time/StepTime.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

StringRef LaunchTime::bound() const {
  const std::pair<double, StringRef> parts[] = {
      {launch, "launch"},  {bytes, "bytes"}, {tensor, "tensor"},
      {shared, "shared"},  {issue, "issue"}, {functions, "MUFU"},
      {latency, "latency"}};
  return std::max_element(
             std::begin(parts), std::end(parts),
             [](const auto &a, const auto &b) { return a.first < b.first; })
      ->second;
}

static int64_t residentBlocks(const Work &work, const LaunchSize &size,
                              const Chip &chip) {
  namespace sm = multiprocessor;
  int64_t shared =
      size.sharedBytes + int64_t(work.staticBytes) + sm::reservedSharedBytes;
  int64_t perThread = llvm::alignTo(int64_t(work.registers), 8);
  int64_t registers = perThread * size.warps() * 32;
  return std::max<int64_t>(
      1, std::min({sm::blocks, chip.gpu.threads / (size.warps() * 32),
                   (chip.gpu.sharedBytes + sm::reservedSharedBytes) / shared,
                   sm::registers / std::max<int64_t>(registers, 1)}));
}

/// Returns the number of blocks whose work the busiest multiprocessor executes.
static double blocksOfBusiest(double blocks, double resident, double count) {
  bool isOneWave = blocks <= count * resident;
  if (isOneWave || resident < 2)
    return std::ceil(blocks / count);
  return blocks / count * multiprocessor::imbalance;
}

LaunchTime amp::lowering::modelLaunch(const Work &work, const LaunchSize &size,
                                      const Chip &chip) {
  namespace sm = multiprocessor;
  LaunchTime time;
  auto blocks = double(size.blocks()), count = double(chip.gpu.count);
  time.resident = residentBlocks(work, size, chip);
  auto resident = double(time.resident);
  double share = blocksOfBusiest(blocks, resident, count) / blocks;
  double perMicrosecond = chip.gpu.gigahertz * 1e3;
  double kept = !work.hasBarrierInLoop ? 1
                : work.flopsWgmma == 0 ? sm::betweenBarriers
                : size.warps() > 4     ? sm::besideWgmma
                                       : sm::besideOneWarpgroup;
  auto micros = [&](double cycles) {
    return cycles * share / kept / perMicrosecond;
  };
  double syncRate = chip.gpu.flopsPerClock * chip.gpu.mmaSync;
  time.tensor = micros((work.flops16 + 2 * work.flopsTf32) / syncRate +
                       work.flopsWgmma / chip.gpu.flopsPerClock);
  time.shared = micros(work.sharedBytes / sm::sharedBytesPerClock);
  time.issue = micros(
      std::max(work.issued / sm::schedulers, work.integer / sm::integerWarps));
  time.functions = micros(work.functions / sm::functionWarps);
  time.bytes = (work.read + work.written) / (chip.memory * sm::memory * 1e3);
  double waves = std::ceil(blocks / (count * resident));
  time.latency = ((waves - 1) * work.meanPath + work.path) / perMicrosecond;
  time.launch = sm::launchGap;
  double phases = waves * work.outside / perMicrosecond;
  double compute =
      std::max({time.tensor, time.shared, time.issue, time.functions});
  double busy = std::max(compute, time.bytes);
  if (work.hasBarrierInLoop) {
    double copies =
        time.bytes * work.copied / std::max(work.read + work.written, 1.0);
    double others = time.bytes - copies;
    busy = time.resident < 2
               ? std::max(compute, copies) + sm::alone * others + phases
               : std::max(std::max(compute, copies) + sm::unhidden * others,
                          compute + phases);
  }
  time.total = time.launch + std::max(busy, time.latency);
  return time;
}
