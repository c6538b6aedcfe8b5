// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLODIALECT_TD
#define DIALECTS_CHLO_IR_CHLODIALECT_TD

include "mlir/IR/DialectBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::mlir::amp::chlo";
  let summary = "functions that exporters emit whole and StableHLO spells out";
  let useDefaultAttributePrinterParser = 1;
  let extraClassDeclaration = [{
    /// Attaches `amp::ModelOp` to the contractions.
    void registerModels();
  }];
}

#endif // DIALECTS_CHLO_IR_CHLODIALECT_TD
