// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_CHIP_H
#define LIB_COST_CHIP_H

#include "mlir/IR/BuiltinTypes.h"

namespace mlir::amp {

/// Peak rates of a chip, without sparsity: in 10^12 operations per second,
/// memory in 10^9 bytes per second.
struct Chip {
  struct Rates {
    double f32, f16, bf16;
    double of(FloatType type) const {
      return type.isF16() ? f16 : type.isBF16() ? bf16 : f32;
    }
  };

  StringLiteral name;
  Rates matrix; ///< products of matrices, by the type of the factors
  double tf32;  ///< products of f32 matrices whose factors may be cut to tf32
  Rates vector; ///< one element at a time
  double memory;

  /// The share of `matrix` that is reached where the rows of all three matrices
  /// begin at multiples of so many bytes.
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
  double launch; ///< microseconds of a kernel that does nothing
  StringLiteral why;

  bool gainsByAlignment() const { return alignment.bytes2 < 1; }
};

/// GPU that kernels are made for, as NVIDIA's assembler names it: `sm_90a` has
/// the instructions that only kernels for just this chip may use.
struct GpuTarget {
  StringLiteral name;
  StringLiteral features; ///< first version of PTX that knows the chip well
  StringLiteral kernels;  ///< target of kernels for a device of this name
  int64_t multiprocessors;
  int64_t sharedBytes;      ///< largest shared memory of a block
  int32_t mergedBlocks = 0; ///< min-blocks of amp-merge-launches; 0 for none
};

ArrayRef<Chip> allChips();

/// Null if there is no chip of this name.
const Chip *findChip(StringRef name);

/// Null if there is no target of this name.
const GpuTarget *findGpuTarget(StringRef name);

/// Names of all targets: "sm_80, sm_86, ...".
std::string listGpuTargets();

} // namespace mlir::amp

#endif // LIB_COST_CHIP_H
