// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_CHIP_H
#define LIB_COST_CHIP_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Properties of a chip's multiprocessors, for kernels and their modelled time.
/// All are 0 for chips without generated kernels.
struct Multiprocessors {
  StringLiteral features; ///< first PTX version with full support for the chip
  StringLiteral kernels;  ///< target with the chip's specific instructions
  int64_t count;
  double gigahertz;     ///< clock under matrix work
  double flopsPerClock; ///< of one multiprocessor in 16 bits; half in TF32
  double mmaSync;       ///< share of `flopsPerClock` that mma.sync reaches
  int64_t sharedBytes;  ///< largest shared memory of a block
  int64_t threads;      ///< largest number of resident threads
  int32_t mergedBlocks; ///< min-blocks of amp-merge-launches; 0 for none

  /// Returns the largest number of blocks of a contraction's launch that is
  /// merged with other launches of the same kernel.
  int64_t fewBlocks() const { return 2 * count; }
  /// Returns true if `kernels` has wgmma.
  bool hasWarpgroups() const { return kernels == "sm_90a"; }
};

/// Properties that the chips of the table share, by the CUDA C++ Programming
/// Guide ("Throughput of Native Arithmetic Instructions", "Technical
/// Specifications per Compute Capability") unless another source is given.
namespace multiprocessor {
inline constexpr double sharedBytesPerClock = 128;
inline constexpr double schedulers = 4;      ///< one warp per clock each
inline constexpr double integerWarps = 2;    ///< per clock: 64 lanes
inline constexpr double functionWarps = 0.5; ///< MUFU, per clock: 16 lanes
inline constexpr int64_t registers = 65536, blocks = 32;
inline constexpr int64_t reservedSharedBytes = 1024; ///< of each block
/// Cycles until a dependent instruction issues. Estimates by published
/// microbenchmarks of A100 and H100.
inline constexpr double globalLatency = 600, sharedLatency = 30,
                        shuffleLatency = 24, functionLatency = 24,
                        mmaLatency = 33, barrierLatency = 30, latency = 4;
/// Share of the cycles that warps use in loops with barriers; the same beside
/// wgmma, in blocks of several warpgroups and of one; and share of the memory's
/// peak rate that kernels reach: measured on an H100, 2026-11-26.
inline constexpr double betweenBarriers = 0.65, besideWgmma = 0.95,
                        besideOneWarpgroup = 0.85, memory = 0.83;
/// The same in loops whose warps compute on results of tensor cores
/// (attention), for `waited` of the time of the tensor cores or longer:
/// measured on an H200, 2026-11-27. Tensor cores hide computation of up to
/// `hidden` of their time. In between, the share is linear. Both limits fit
/// published times of FlashAttention-3 and our times of heads of 128.
inline constexpr double onResults = 0.55, hidden = 0.25, waited = 0.85;
/// Share of the loads and stores of blocks with barriers that the arithmetic of
/// other resident blocks does not hide; and their time in a block that is alone
/// on a multiprocessor, relative to that at its share of the memory's rate:
/// measured on an H100, 2026-11-26.
inline constexpr double unhidden = 0.95, alone = 1.25;
/// Share of the cycles outside of loops in which blocks with matmul loops issue
/// instructions, while other resident blocks wait for loads and barriers:
/// measured on an H200, 2026-11-27.
inline constexpr double outsideOfLoops = 0.7;
/// Load imbalance of several waves of blocks, which end at different times.
inline constexpr double imbalance = 1.05;
/// Microseconds between kernels of a replayed graph: an estimate.
inline constexpr double launchGap = 0.75;
} // namespace multiprocessor

/// Chip: peak rates without sparsity, in 10^12 operations per second, memory
/// in 10^9 bytes per second.
struct Chip {
  struct Rates {
    double f32, f16, bf16;
    double of(FloatType type) const {
      return type.isF16() ? f16 : type.isBF16() ? bf16 : f32;
    }
  };

  StringLiteral name;
  Rates matrix; ///< matmul, by the type of the operands
  double tf32;  ///< matmul of f32 operands that may be cut to TF32
  Rates vector; ///< elementwise
  double memory;

  /// Share of `matrix` that is reached if the rows of all three matrices are
  /// aligned to this many bytes.
  struct Alignment {
    double bytes2, bytes4, bytes8, bytes16, bytes128;
    double of(int64_t bytes) const {
      return bytes >= 128  ? bytes128
             : bytes >= 16 ? bytes16
             : bytes >= 8  ? bytes8
             : bytes >= 4  ? bytes4
                           : bytes2;
    }
  };
  Alignment alignment;
  double launch; ///< microseconds of an empty kernel
  Multiprocessors gpu;
  StringLiteral why;

  bool gainsByAlignment() const { return alignment.bytes2 < 1; }
  bool hasKernels() const { return gpu.count > 0; }

  /// Returns the matmul rate that generated kernels can reach for operands of
  /// `type`, `isCut` to TF32 or not; the peak for chips without kernels.
  double rateOfProducts(FloatType type, bool isCut) const {
    double peak = isCut ? tf32 : matrix.of(type);
    bool isSync = isCut || !(type.isF32() || gpu.hasWarpgroups());
    return hasKernels() && isSync ? peak * gpu.mmaSync : peak;
  }
};

ArrayRef<Chip> allChips();

/// Returns null if there is no chip of this name.
const Chip *findChip(StringRef name);

/// Returns true for the name of a chip with generated kernels, or NVIDIA's name
/// of the target with its specific instructions (`sm_90a`).
bool isGpuTarget(StringRef name);

/// Returns the chip of such a name. For another `sm_N`, returns the chip with
/// the largest version up to N: PTX for its targetName runs on `sm_N`. Null if
/// none.
const Chip *findGpuTarget(StringRef name);

/// Like findGpuTarget; if there is none, reports the option of the pass that
/// runs on `op`.
const Chip *parseGpuTarget(StringRef name, Operation *op);

/// Returns LLVM's and ptxas' name for a target of findGpuTarget.
StringRef targetName(StringRef name);

/// Returns true if kernels for a target of findGpuTarget may use wgmma.
bool hasWarpgroups(StringRef name);

} // namespace mlir::amp

#endif // LIB_COST_CHIP_H
