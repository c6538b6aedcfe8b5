// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Devices that must agree on a verdict.
#ifndef LIB_VERIFY_SCALING_DEVICES_H
#define LIB_VERIFY_SCALING_DEVICES_H

#include "lib/Verify/scaling/Program.h"
#include <set>

namespace mlir::amp::verify {

class Devices {
public:
  /// Returns true if `allReduce` (null for none) combines all devices that run
  /// `op` and skip a step together. In a manual computation, these are the
  /// devices along its manual axes, else all devices that collectives of the
  /// function name.
  bool areCombined(Operation *allReduce, Operation *op);

  using Set = std::set<int64_t>;

private:
  const Set &devicesOf(Operation *function);

  llvm::DenseMap<Operation *, Set> known; ///< by function
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_DEVICES_H
