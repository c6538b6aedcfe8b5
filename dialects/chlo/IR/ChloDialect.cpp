// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/chlo/IR/Chlo.h"

#include "dialects/chlo/IR/ChloDialect.cpp.inc"

using namespace mlir;

void mlir::amp::chlo::ChloDialect::initialize() {}
