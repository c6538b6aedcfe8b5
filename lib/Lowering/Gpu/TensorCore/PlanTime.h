// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled time of a contraction with the tile of a plan, before its kernel
// exists.
#ifndef LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H
#define LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H

#include "lib/Lowering/Gpu/TensorCore/Plan.h"
#include "lib/Lowering/Gpu/Time/StepTime.h"

namespace mlir::amp::lowering {

/// Limit on the registers of a thread; more would spill.
inline constexpr int64_t maxRegisters = 255;

/// Estimates the registers of a thread: those of the loop (accumulators and
/// fragments of both operands), or those of the epilogue's accesses if these
/// are more.
int64_t registersOf(const Plan &plan);

/// Models one launch that executes `calls` calls of the contraction:
/// modelLaunch, with the tensor core, shared memory and issue cycles that the
/// tile implies.
LaunchTime modelTime(const Plan &plan, const Chip &chip, int64_t calls);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TENSORCORE_PLANTIME_H
