// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches and library calls of a step.
#ifndef LIB_LOWERING_GPU_HOST_LAUNCHES_H
#define LIB_LOWERING_GPU_HOST_LAUNCHES_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp::lowering {

/// On a module: kernel = [launches of a step, bytes read, bytes written,
/// flops].
inline constexpr llvm::StringLiteral launchesAttrName = "amp.launches";

/// Sums over the launches of one kernel in a step.
struct LaunchRow {
  int64_t launches = 0, read = 0, written = 0, flops = 0;
};

struct LaunchTable {
  llvm::MapVector<StringRef, LaunchRow> rows;
  bool hasUnknownTrips = false;
};

/// Counts what `main` does with the functions that it calls, or all functions
/// where there is no `main`: those that pad or start a state execute once.
/// Each buffer that a launch reads or writes counts as a whole, once.
LaunchTable readLaunches(ModuleOp module);

/// Writes the sizes of its first launch on each kernel.
void noteLaunchSizes(ModuleOp module);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_HOST_LAUNCHES_H
