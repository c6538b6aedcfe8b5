// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOOLS_FUZZ_GENERATE_MAKEBOUNDED_H
#define TOOLS_FUZZ_GENERATE_MAKEBOUNDED_H

#include "Generate/Random.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::amp::fuzz {

/// Adds clamps, bounded functions, declared ranges and iotas until the range
/// analysis finds a finite range for each float.
void boundProgram(ModuleOp module, Random &random);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_GENERATE_MAKEBOUNDED_H
