// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/amp/IR/Amp.h"

#include "dialects/amp/IR/AmpDialect.cpp.inc"

using namespace mlir;

void mlir::amp::AmpDialect::initialize() {}
