// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled time of a contraction with a plan's tile, before its kernel exists.
#ifndef LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H
#define LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "lib/Lowering/Gpu/Time/StepTime.h"

namespace mlir::amp::lowering {

/// More registers of a thread would spill.
inline constexpr int64_t maxRegisters = 255;

/// Estimates the registers of a thread: sums, and fragments of both factors in
/// the loop or what the accesses of the epilogue keep.
int64_t registersOf(const Plan &plan);

/// Models a launch that does `calls` of the contraction, by modelLaunch for the
/// cycles of tensor cores, shared memory and issue that the tile implies.
LaunchTime modelTime(const Plan &plan, const Chip &chip, int64_t calls);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H
