// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches and library calls of a training step.
#ifndef LIB_LOWERING_GPU_HOST_LAUNCHES_H
#define LIB_LOWERING_GPU_HOST_LAUNCHES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

/// Attribute of a module: kernel = [launches per step, bytes read, bytes
/// written, flops].
inline constexpr llvm::StringLiteral launchesAttrName = "amp.launches";

/// Totals over the launches of one kernel in a step.
struct LaunchRow {
  int64_t launches = 0, read = 0, written = 0, flops = 0;
};

struct LaunchTable {
  llvm::MapVector<StringRef, LaunchRow> rows;
  bool hasUnknownTrips = false;
};

/// Counts the launches of `main` and of the functions that it calls, or of all
/// functions without a `main`. Other functions, which pad or initialize a
/// state, execute once. A buffer that a launch reads or writes counts entirely,
/// once.
LaunchTable readLaunches(ModuleOp module);

/// Sets `launchAttrName` on each kernel: the sizes of its first launch.
void noteLaunchSizes(ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LAUNCHES_H
