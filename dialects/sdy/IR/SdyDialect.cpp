// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/sdy/IR/Sdy.h"

#include "dialects/sdy/IR/SdyDialect.cpp.inc"

using namespace mlir;

void mlir::amp::sdy::SdyDialect::initialize() {}
