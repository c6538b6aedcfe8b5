// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_SDY_IR_SDYATTRIBUTES_TD
#define DIALECTS_SDY_IR_SDYATTRIBUTES_TD

include "dialects/sdy/IR/SdyMesh.td"
include "dialects/sdy/IR/SdyRule.td"
include "dialects/sdy/IR/SdySharding.td"

// Stored as an i32.
def Sdy_PropagationDirectionAttr
    : I32EnumAttr<"PropagationDirection", "propagation direction", [
        I32EnumAttrCase<"NONE", 0>, I32EnumAttrCase<"FORWARD", 1>,
        I32EnumAttrCase<"BACKWARD", 2>, I32EnumAttrCase<"BOTH", 3>]> {
  let cppNamespace = "::mlir::amp::sdy";
}

#endif // DIALECTS_SDY_IR_SDYATTRIBUTES_TD
