// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Syntax/ContractionSyntax.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

#define GET_OP_CLASSES
#include "dialects/stablehlo/IR/ContractionOps.cpp.inc"

void mlir::amp::stablehlo::StablehloDialect::addContractionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/IR/ContractionOps.cpp.inc"
      >();
}
