// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/cost/Chip.h"

using namespace mlir;
using namespace mlir::amp;

// clang-format off
static constexpr Chip chips[] = {
    {"cpu",    {0.34, 0.3, 0.3},     0.34, {0.04, 0.02, 0.02}, 20,   "two cores with AVX-512 under amp-run, which widens 16 bits to f32 (measured)"},
    {"sm_70",  {15.7, 125, 15.7},    15.7, {15.7, 31.4, 15.7}, 900,  "V100 SXM2, NVIDIA's data sheet: tensor cores for f16 alone"},
    {"sm_80",  {19.5, 312, 312},     156,  {19.5, 78, 39},     1555, "A100 40 GB SXM, NVIDIA's data sheet"},
    {"sm_90",  {66.9, 989.4, 989.4}, 494.7, {66.9, 133.8, 133.8}, 3350, "H100 SXM5, NVIDIA's data sheet"},
    {"sm_100", {75, 2250, 2250},     1100, {75, 150, 150},     8000, "B200 SXM, NVIDIA's data sheet"},
};
// clang-format on

ArrayRef<Chip> amp::allChips() { return chips; }

const Chip *amp::findChip(StringRef name) {
  const Chip *chip =
      llvm::find_if(chips, [&](const Chip &c) { return c.name == name; });
  return chip == std::end(chips) ? nullptr : chip;
}
