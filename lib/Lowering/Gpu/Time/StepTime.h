// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Modelled time of a launch: the work of its kernel at a chip's rates.
#ifndef LIB_LOWERING_GPU_TIME_STEPTIME_H
#define LIB_LOWERING_GPU_TIME_STEPTIME_H

#include "lib/Cost/Chip.h"
#include "lib/Lowering/Gpu/Time/Work.h"

namespace mlir::amp::lowering {

/// Microseconds of one launch. Each part is the time if only that resource were
/// limited.
struct LaunchTime {
  double bytes = 0, tensor = 0, shared = 0, issue = 0, functions = 0;
  double latency = 0, launch = 0;
  double total = 0;
  int64_t resident = 0; ///< blocks per multiprocessor

  /// Returns the name of the largest part.
  StringRef bound() const;
};

LaunchTime modelLaunch(const Work &work, const LaunchSize &size,
                       const Chip &chip);

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_TIME_STEPTIME_H
