// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Work of a kernel, counted in its LLVM IR.
#ifndef LIB_LOWERING_GPU_TIME_WORK_H
#define LIB_LOWERING_GPU_TIME_WORK_H

#include "mlir/IR/BuiltinAttributes.h"
#include <array>

namespace llvm {
class Function;
} // namespace llvm

namespace mlir::amp::lowering {

/// Attribute of a kernel: grid in x, y and z, threads per block, bytes of
/// dynamic shared memory, and bytes of each argument's buffer (0 for scalars).
inline constexpr llvm::StringLiteral launchAttrName = "launch";

/// Attribute of a module of kernels: the Work of each kernel.
inline constexpr llvm::StringLiteral workAttrName = "work";

/// Size of a launch.
struct LaunchSize {
  std::array<int64_t, 3> grid;
  int64_t threads, sharedBytes;
  SmallVector<int64_t> argumentBytes;

  int64_t blocks() const { return grid[0] * grid[1] * grid[2]; }
  int64_t warps() const { return (threads + 31) / 32; }
  static LaunchSize of(DenseI64ArrayAttr attr);
};

/// Use of a multiprocessor's pipes.
struct Pipes {
  double issued = 0;      ///< warp instructions
  double integer = 0;     ///< warp instructions of the integer pipe
  double functions = 0;   ///< those of the special function unit (MUFU)
  double sharedBytes = 0; ///< read and written in shared memory

  void add(const Pipes &other, double times);
  /// Returns the cycles of the pipe that takes the longest.
  double cycles() const;
};

/// Sums over all warps of a launch, unless a member says otherwise.
struct Work {
  Pipes all;              ///< of the whole kernel
  Pipes outside;          ///< outside of loops with barriers
  double flops16 = 0;     ///< of tensor cores by mma.sync, 16-bit operands
  double flopsTf32 = 0;   ///< of tensor cores by mma.sync, TF32 operands
  double flopsWgmma = 0;  ///< of tensor cores by wgmma, 16-bit operands
  double read = 0;        ///< distinct bytes of buffers
  double written = 0;     ///< distinct bytes of buffers
  double copied = 0;      ///< bytes of `read` by cp.async
  double path = 0;        ///< cycles of the longest dependence chain of a warp
  double meanPath = 0;    ///< mean over all warps
  double outsidePath = 0; ///< `path` outside of loops with barriers
  double registers = 0;   ///< per thread
  double staticBytes = 0; ///< static shared memory of a block
  bool hasBarrier = false, hasBarrierInLoop = false;
  bool isPersistent = false; ///< blocks store a tile while they compute another
  bool hasUnknownTrips = false;

  DictionaryAttr toAttr(MLIRContext *context) const;
  static Work of(DictionaryAttr attr);
};

/// Counts a kernel's instructions for a launch, each as often as it executes:
/// loops by their trip count, branches by the blocks and warps that take them.
Work countWork(llvm::Function &kernel, const LaunchSize &launch);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TIME_WORK_H
