// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPDIALECT_TD
#define DIALECTS_AMP_IR_AMPDIALECT_TD

include "mlir/IR/DialectBase.td"

def Amp_Dialect : Dialect {
  let name = "amp";
  let cppNamespace = "::mlir::amp";
}

#endif // DIALECTS_AMP_IR_AMPDIALECT_TD
