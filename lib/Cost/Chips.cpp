// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/Chip.h"
#include "lib/Cost/FlopsPerClock.h"
#include "lib/OpModel/OptionError.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

// Rates are from NVIDIA's data sheets of the boards that `why` names, without
// sparsity. The shares by alignment are estimates: NVIDIA's guide to matmuls
// promises the best kernels with 16 bytes (128 on sm_80 and later); on sm_70,
// smaller alignments do not use tensor cores.
//
// Multiprocessors: number by the data sheets; FLOP per clock = `matrix` /
// (number x boost clock); clock: boost, and on sm_90 the 1.75 GHz that matmuls
// sustain; mma.sync reaches 62 % of wgmma's rate on sm_90 (microbenchmarks) and
// at most 30 % of tcgen05's on sm_100 (an estimate); shared memory and threads
// by the CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability".
static constexpr double perClock(int version) {
  return flopsPerClockOf(version).matrix;
}
// clang-format off
static constexpr Chip chips[] = {
    {"cpu",    {0.34, 0.3, 0.3},     0.34, {0.04, 0.02, 0.02}, 20,   {1, 1, 1, 1, 1}, 0, {"", "", 0, 0, 0, 0, 0, 0, 0}, "two cores with AVX-512 under amp-run, which widens 16 bits to f32 (measured)"},
    {"sm_70",  {15.7, 125, 15.7},    15.7, {15.7, 31.4, 15.7}, 900,  {0.25, 0.25, 0.25, 1, 1}, 2, {"", "", 0, 0, 0, 0, 0, 0, 0}, "V100 SXM2: tensor cores for f16 alone"},
    {"sm_80",  {19.5, 312, 312},     156,  {19.5, 78, 39},     1555, {0.4, 0.5, 0.7, 0.95, 1}, 2, {"+ptx80", "sm_80", 108, 1.41, perClock(80), 1, 163 << 10, 2048, 0}, "A100 40 GB SXM"},
    {"sm_86",  {37.4, 149.7, 149.7}, 74.8, {37.4, 37.4, 37.4}, 696,  {0.4, 0.5, 0.7, 0.95, 1}, 2, {"+ptx80", "sm_86", 84, 1.74, perClock(86), 1, 99 << 10, 1536, 0}, "A40"},
    {"sm_89",  {91.6, 362, 362},     183,  {91.6, 91.6, 91.6}, 864,  {0.4, 0.5, 0.7, 0.95, 1}, 2, {"+ptx80", "sm_89", 142, 2.52, perClock(89), 1, 99 << 10, 1536, 0}, "L40S"},
    {"sm_90",  {66.9, 989.4, 989.4}, 494.7, {66.9, 133.8, 133.8}, 3350, {0.3, 0.4, 0.6, 0.95, 1}, 2, {"+ptx80", "sm_90a", 132, 1.75, perClock(90), 0.62, 227 << 10, 2048, 0}, "H100 SXM5"},
    {"sm_100", {75, 2250, 2250},     1100, {75, 150, 150},     8000, {0.25, 0.35, 0.5, 0.95, 1}, 2, {"+ptx86", "sm_100a", 148, 1.85, perClock(100), 0.3, 227 << 10, 2048, 1}, "B200 SXM"},
    {"sm_120", {120, 500, 500},      250,  {120, 120, 120},    1597, {0.4, 0.5, 0.7, 0.95, 1}, 2, {"+ptx87", "sm_120", 188, 2.6, perClock(120), 1, 99 << 10, 1536, 0}, "RTX PRO 6000 Blackwell, 16 bits as an eighth of FP4 with sparsity"},
    {"h200",   {66.9, 989.4, 989.4}, 494.7, {66.9, 133.8, 133.8}, 4800, {0.3, 0.4, 0.6, 0.95, 1}, 2, {"+ptx80", "sm_90a", 132, 1.75, perClock(90), 0.62, 227 << 10, 2048, 0}, "H200 SXM: an H100 with more and faster memory"},
};
// clang-format on

ArrayRef<Chip> amp::allChips() { return chips; }

const Chip *amp::findChip(StringRef name) {
  const Chip *chip =
      llvm::find_if(chips, [&](const Chip &c) { return c.name == name; });
  return chip == std::end(chips) ? nullptr : chip;
}

/// Returns the targets of a chip: `kernels`, and its own name if it is a
/// target.
static SmallVector<StringRef> targetsOf(const Chip &chip) {
  if (!chip.hasKernels())
    return {};
  if (!chip.name.starts_with("sm_") || chip.name == chip.gpu.kernels)
    return {chip.name};
  return {chip.name, chip.gpu.kernels};
}

/// Returns N of "sm_N"; 0 for another name.
static unsigned versionOf(StringRef name) {
  unsigned version = 0;
  return name.consume_front("sm_") && !name.getAsInteger(10, version) ? version
                                                                      : 0;
}

bool amp::isGpuTarget(StringRef name) {
  return llvm::any_of(chips, [&](const Chip &chip) {
    return llvm::is_contained(targetsOf(chip), name);
  });
}

const Chip *amp::findGpuTarget(StringRef name) {
  const Chip *nearest = nullptr;
  for (const Chip &chip : chips) {
    if (llvm::is_contained(targetsOf(chip), name))
      return &chip;
    unsigned version = chip.hasKernels() ? versionOf(chip.name) : 0;
    if (version && version <= versionOf(name) &&
        (!nearest || version > versionOf(nearest->name)))
      nearest = &chip;
  }
  return nearest;
}

StringRef amp::targetName(StringRef name) {
  const Chip *chip = findGpuTarget(name);
  if (!chip)
    return name;
  if (!name.starts_with("sm_"))
    return chip->gpu.kernels;
  return isGpuTarget(name) ? name : StringRef(chip->name);
}

bool amp::hasWarpgroups(StringRef name) { return targetName(name) == "sm_90a"; }

/// Returns the names of all targets: "sm_80, sm_86, ...".
static std::string listGpuTargets() {
  SmallVector<StringRef> names;
  for (const Chip &chip : chips)
    llvm::append_range(names, targetsOf(chip));
  return llvm::join(names, ", ");
}

const Chip *amp::parseGpuTarget(StringRef name, Operation *op) {
  const Chip *chip = findGpuTarget(name);
  if (!chip)
    emitOptionError(op) << "expects a chip of " << listGpuTargets()
                        << ", but got '" << name << "'";
  return chip;
}
