// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Preparation of a run: all checks that precede compilation.
#ifndef AMP_RUN_SETUP_H
#define AMP_RUN_SETUP_H

#include "CommandLine.h"
#include "Overflow.h"
#include "Steps.h"

namespace mlir::amp::runner {

struct Setup {
  Signature signature;
  std::vector<Argument> arguments;
  States states;
  std::optional<History> history;
  std::optional<OverflowReport> overflow;

  /// Reports errors on stderr.
  static FailureOr<Setup> make(ModuleOp module, const CommandLine &options);
};

} // namespace mlir::amp::runner

#endif // AMP_RUN_SETUP_H
