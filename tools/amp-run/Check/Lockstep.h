// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
#define TOOLS_AMP_RUN_CHECK_LOCKSTEP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <functional>

namespace mlir::amp::runner {

/// Programs that run by turns, each on its thread, from one probe to the next:
/// memory holds one value of each, not all that they compute.
class Lockstep {
public:
  using Program = std::function<void()>;
  using Meeting =
      llvm::function_ref<void(int64_t index, llvm::ArrayRef<const void *>)>;

  /// Runs all. At each probe that all reach, `meet` gets the index and their
  /// descriptors. Returns false when the programs took different ways: they
  /// then run on without being compared.
  static bool run(llvm::ArrayRef<Program> programs, Meeting meet);
};

/// Callback of compiled programs (addProbe).
void showValue(int64_t index, void *descriptor);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
