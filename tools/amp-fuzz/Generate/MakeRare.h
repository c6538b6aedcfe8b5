// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_FUZZ_GENERATE_MAKERARE_H
#define TOOLS_FUZZ_GENERATE_MAKERARE_H

#include "Generate/Random.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::fuzz {

/// Adds a function with ops that one process cannot execute.
void addRareFunction(ModuleOp module, Random &random);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_MAKERARE_H
