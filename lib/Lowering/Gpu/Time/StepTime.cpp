// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// time = launch + max(compute, bytes, latency)
//   contractions in a loop with barriers: launch + for each wave of blocks:
//     max(compute, copied bytes) +
//     max(other bytes, compute outside of the loop)
//
// A wave is the blocks that are resident at a time; the last wave has fewer.
// Blocks copy while they compute, and load and store before and after the loop.
// Blocks that begin together end together. A block that is alone on a
// multiprocessor serializes these phases; a persistent block overlaps them.
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

namespace {
/// Blocks of a launch that begin together, equally many per multiprocessor, and
/// the number of such waves.
struct Wave {
  double blocks, perMultiprocessor, times;
};
} // namespace

/// Returns the cycles of the work on the tensor cores of one multiprocessor.
static double tensorCycles(const Work &work, const Chip &chip) {
  double syncRate = chip.gpu.flopsPerClock * chip.gpu.mmaSync;
  return (work.flops16 + 2 * work.flopsTf32) / syncRate +
         work.flopsWgmma / chip.gpu.flopsPerClock;
}

/// Returns the part of `work` that is in loops with barriers.
static Pipes loopOf(const Work &work) {
  Pipes loop = work.all;
  loop.add(work.outside, -1);
  return loop;
}

/// Returns the share of cycles that warps use despite waits at barriers.
static double keptCycles(const Work &work, const LaunchSize &size,
                         const Chip &chip) {
  namespace sm = multiprocessor;
  if (!work.hasBarrierInLoop)
    return 1;
  if (work.flopsWgmma == 0)
    return sm::betweenBarriers;
  double beside = size.warps() > 4 ? sm::besideWgmma : sm::besideOneWarpgroup;
  double issued = loopOf(work).issued / sm::schedulers;
  double waiting = (issued / tensorCycles(work, chip) - sm::hidden) /
                   (sm::waited - sm::hidden);
  return beside + (sm::onResults - beside) * std::clamp(waiting, 0.0, 1.0);
}

/// Returns the full waves of a launch, and its last wave.
static SmallVector<Wave, 2> wavesOf(double blocks, double resident,
                                    double count) {
  double most = count * resident;
  double before = std::max(std::ceil(blocks / most) - 1, 0.0);
  double rest = blocks - before * most;
  return {{most, resident, before}, {rest, std::ceil(rest / count), 1}};
}

/// Returns the microseconds of a wave whose warps wait for each other in a
/// loop. Blocks begin and end together: they load and store, and compute
/// outside of the loop, before and after it. A block that is alone on a
/// multiprocessor serializes these phases; a persistent block loads and stores
/// other tiles meanwhile.
static double timeOfWave(const Wave &wave, const Work &work,
                         const LaunchTime &time, const Chip &chip,
                         double blocks, double kept) {
  namespace sm = multiprocessor;
  double perMicrosecond = chip.gpu.gigahertz * 1e3;
  auto micros = [&](double cycles) {
    return cycles * wave.perMultiprocessor / blocks / perMicrosecond;
  };
  double inLoop =
      micros(std::max(loopOf(work).cycles(), tensorCycles(work, chip))) / kept;
  double outside = std::max(micros(work.outside.cycles()) / sm::outsideOfLoops,
                            work.outsidePath / perMicrosecond);
  double bytes = time.bytes * wave.blocks / blocks;
  double copies = bytes * work.copied / std::max(work.read + work.written, 1.0);
  double others = bytes - copies;
  if (work.isPersistent)
    return std::max(inLoop + outside, bytes);
  inLoop = std::max(inLoop, copies);
  return wave.perMultiprocessor < 2
             ? inLoop + outside + sm::alone * others
             : inLoop + std::max(outside, sm::unhidden * others);
}

LaunchTime amp::lowering::modelLaunch(const Work &work, const LaunchSize &size,
                                      const Chip &chip) {
  namespace sm = multiprocessor;
  LaunchTime time;
  auto blocks = double(size.blocks()), count = double(chip.gpu.count);
  time.resident = residentBlocks(work, size, chip);
  SmallVector<Wave, 2> waves = wavesOf(blocks, double(time.resident), count);
  double busiest = 0; // blocks of the busiest multiprocessor
  for (const Wave &wave : waves)
    busiest += wave.perMultiprocessor * wave.times;
  double before = waves.front().times;
  if (!work.hasBarrierInLoop && before > 0)
    busiest = blocks / count * sm::imbalance;
  double perMicrosecond = chip.gpu.gigahertz * 1e3;
  double kept = keptCycles(work, size, chip);
  auto micros = [&](double cycles) {
    return cycles * busiest / blocks / kept / perMicrosecond;
  };
  time.tensor = micros(tensorCycles(work, chip));
  time.shared = micros(work.all.sharedBytes / sm::sharedBytesPerClock);
  time.issue = micros(std::max(work.all.issued / sm::schedulers,
                               work.all.integer / sm::integerWarps));
  time.functions = micros(work.all.functions / sm::functionWarps);
  time.bytes = (work.read + work.written) / (chip.memory * sm::memory * 1e3);
  double path = work.path / perMicrosecond,
         meanPath = work.meanPath / perMicrosecond;
  time.latency = before * meanPath + path;
  time.launch = time.total = sm::launchGap;
  if (time.tensor == 0 || !work.hasBarrierInLoop)
    time.total += std::max({time.tensor, time.shared, time.issue,
                            time.functions, time.bytes, time.latency});
  else
    for (const Wave &wave : waves)
      time.total += wave.times *
                    std::max(timeOfWave(wave, work, time, chip, blocks, kept),
                             &wave == &waves.back() ? path : meanPath);
  return time;
}
