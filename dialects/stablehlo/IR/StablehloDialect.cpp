// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"

#include "dialects/stablehlo/IR/StablehloDialect.cpp.inc"

using namespace mlir;

void mlir::amp::stablehlo::StablehloDialect::initialize() {}
