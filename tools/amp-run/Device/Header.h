// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_AMP_RUN_DEVICE_HEADER_H
#define TOOLS_AMP_RUN_DEVICE_HEADER_H

#include "Device/Lowered.h"
#include "tools/amp-run/Inputs/Match.h"
#include "tools/amp-run/Inputs/States.h"

namespace mlir::amp::runner {

/// Names of arguments and results in the model (amp.state, jax.result_info);
/// empty where the model has none.
struct BufferNames {
  std::vector<std::string> arguments, results;
};
BufferNames findNames(ModuleOp module, const Signature &signature);

/// Content of an object file, for its header.
struct EmittedStep {
  const Signature &signature;
  const States &states;
  const BufferNames &names;
  MemoryPlan memory;
  llvm::DenseMap<unsigned, unsigned> shared; // see findShared
};

/// Prints step.h, if `name` is "step".
void printHeader(llvm::raw_ostream &os, llvm::StringRef name,
                 const EmittedStep &step);

} // namespace mlir::amp::runner

#endif // TOOLS_AMP_RUN_DEVICE_HEADER_H
