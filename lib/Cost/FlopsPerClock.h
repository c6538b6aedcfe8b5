// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef LIB_COST_FLOPSPERCLOCK_H
#define LIB_COST_FLOPSPERCLOCK_H

namespace mlir::amp {

/// FLOP per clock of one multiprocessor, by NVIDIA's tuning guides. Both the
/// compiler's table of chips and the runtime, which links no MLIR, use it.
struct FlopsPerClock {
  int version;   ///< compute capability times ten, as in `sm_80`
  double matrix; ///< tensor cores in 16 bits; half in TF32
  double vector; ///< f32, elementwise
};

inline constexpr FlopsPerClock flopsPerClock[] = {
    {80, 2048, 128}, {86, 1024, 256},  {89, 1024, 256},
    {90, 4096, 256}, {100, 8192, 256}, {120, 1024, 256}};

/// Returns the row of the largest version up to `version`, or the first one.
constexpr FlopsPerClock flopsPerClockOf(int version) {
  FlopsPerClock nearest = flopsPerClock[0];
  for (const FlopsPerClock &row : flopsPerClock)
    if (row.version <= version)
      nearest = row;
  return nearest;
}

} // namespace mlir::amp

#endif // LIB_COST_FLOPSPERCLOCK_H
