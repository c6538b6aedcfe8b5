// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
#define TOOLS_AMP_RUN_CHECK_LOCKSTEP_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <functional>

namespace mlir::amp::runner {

/// Runs programs alternately, each on its own thread, from probe to probe.
/// Memory holds one value per program instead of all intermediate values.
class Lockstep {
public:
  using Program = std::function<void()>;
  using Meeting =
      llvm::function_ref<void(int64_t index, llvm::ArrayRef<const void *>)>;

  /// Runs all programs. At each common probe, `meet` gets the index and the
  /// values. Returns false if control flow diverges; the programs then run to
  /// their end without comparison.
  static bool run(llvm::ArrayRef<Program> programs, Meeting meet);
};

/// Callback of compiled programs, see Probes::add.
void showValue(int64_t index, void *descriptor);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_CHECK_LOCKSTEP_H
