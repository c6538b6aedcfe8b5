// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD

include "mlir/IR/DialectBase.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::mlir::amp::stablehlo";
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLODIALECT_TD
