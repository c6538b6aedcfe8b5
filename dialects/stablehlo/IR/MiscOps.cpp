// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/MiscOps.cpp.inc"

void mlir::amp::stablehlo::StablehloDialect::addMiscOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/IR/MiscOps.cpp.inc"
      >();
}
