// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYDIALECT_TD
#define DIALECTS_SDY_IR_SDYDIALECT_TD

include "mlir/IR/DialectBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::mlir::amp::sdy";
}

#endif // DIALECTS_SDY_IR_SDYDIALECT_TD
