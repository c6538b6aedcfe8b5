// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
#define TOOLS_AMP_RUN_CHECK_LOCKSTEP_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>

namespace mlir::amp::runner {

/// Two programs that run by turns, each on its thread, from one probe to the
/// next: memory holds one value of each, not all that they compute.
class Lockstep {
public:
  /// Runs both. At each probe that both reach, `meet` gets the index and the
  /// two descriptors. Returns false when the programs took different ways: they
  /// then run on without being compared.
  static bool
  run(llvm::function_ref<void()> a, llvm::function_ref<void()> b,
      llvm::function_ref<void(int64_t index, const void *a, const void *b)>
          meet);
};

/// Callback of compiled programs (addProbe).
void showValue(int64_t index, void *descriptor);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
