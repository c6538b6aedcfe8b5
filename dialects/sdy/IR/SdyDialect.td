// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYDIALECT_TD
#define DIALECTS_SDY_IR_SDYDIALECT_TD

include "mlir/IR/DialectBase.td"

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::mlir::amp::sdy";
  let summary = "how tensors are spread over a mesh of devices";
  let description = [{
    Any op may carry `sdy.sharding` (one sharding per result) and
    `sdy.sharding_rule`; arguments and results of functions carry
    `sdy.sharding`. Both are checked against the types they stand beside.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
  let extraClassDeclaration = [{
    void registerShardings();
  }];
}

#endif // DIALECTS_SDY_IR_SDYDIALECT_TD
