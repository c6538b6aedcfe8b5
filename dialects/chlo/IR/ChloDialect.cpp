// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

#include "dialects/chlo/IR/ChloDialect.cpp.inc"
#include "dialects/chlo/IR/ChloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/chlo/IR/ChloAttributes.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/chlo/IR/ChloOps.cpp.inc"

using namespace mlir;

void amp::chlo::ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/chlo/IR/ChloAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/chlo/IR/ChloOps.cpp.inc"
      >();
  registerModels();
  // CHLO ops lower to the registered StableHLO dialect, ours or upstream's.
  getContext()->getOrLoadDialect("stablehlo");
}
