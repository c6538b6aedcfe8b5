// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/Chip.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

// The shares by alignment are no data of NVIDIA's: with 16 bytes its guide to
// matrix products promises the best kernels (128 on sm_80 and later); what is
// lost below is an estimate, narrower loads first, on sm_70 all tensor cores.
// clang-format off
static constexpr Chip chips[] = {
    {"cpu",    {0.34, 0.3, 0.3},     0.34, {0.04, 0.02, 0.02}, 20,   {1, 1, 1, 1, 1}, 0, "two cores with AVX-512 under amp-run, which widens 16 bits to f32 (measured)"},
    {"sm_70",  {15.7, 125, 15.7},    15.7, {15.7, 31.4, 15.7}, 900,  {0.25, 0.25, 0.25, 1, 1}, 2, "V100 SXM2, NVIDIA's data sheet: tensor cores for f16 alone"},
    {"sm_80",  {19.5, 312, 312},     156,  {19.5, 78, 39},     1555, {0.4, 0.5, 0.7, 0.95, 1}, 2, "A100 40 GB SXM, NVIDIA's data sheet"},
    {"sm_90",  {66.9, 989.4, 989.4}, 494.7, {66.9, 133.8, 133.8}, 3350, {0.3, 0.4, 0.6, 0.95, 1}, 2, "H100 SXM5, NVIDIA's data sheet"},
    {"sm_100", {75, 2250, 2250},     1100, {75, 150, 150},     8000, {0.25, 0.35, 0.5, 0.95, 1}, 2, "B200 SXM, NVIDIA's data sheet"},
};

// Multiprocessors by NVIDIA's data sheets of A100, A40, L40S, H100, B200 and RTX PRO 6000, shared memory by the
// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability".
static constexpr GpuTarget targets[] = {
    {"sm_80",   "+ptx80", "sm_80",   108, 163 << 10},
    {"sm_86",   "+ptx80", "sm_86",    84,  99 << 10},
    {"sm_89",   "+ptx80", "sm_89",   142,  99 << 10},
    {"sm_90",   "+ptx80", "sm_90a",  132, 227 << 10},
    {"sm_90a",  "+ptx80", "sm_90a",  132, 227 << 10},
    {"sm_100",  "+ptx86", "sm_100a", 148, 227 << 10, 1},
    {"sm_100a", "+ptx86", "sm_100a", 148, 227 << 10, 1},
    {"sm_120",  "+ptx87", "sm_120",  188,  99 << 10},
};
// clang-format on

ArrayRef<Chip> amp::allChips() { return chips; }

const Chip *amp::findChip(StringRef name) {
  const Chip *chip =
      llvm::find_if(chips, [&](const Chip &c) { return c.name == name; });
  return chip == std::end(chips) ? nullptr : chip;
}

const GpuTarget *amp::findGpuTarget(StringRef name) {
  const GpuTarget *target = llvm::find_if(
      targets, [&](const GpuTarget &target) { return target.name == name; });
  return target == std::end(targets) ? nullptr : target;
}

std::string amp::listGpuTargets() {
  return llvm::join(llvm::map_range(targets,
                                    [](const GpuTarget &target) {
                                      return StringRef(target.name);
                                    }),
                    ", ");
}
