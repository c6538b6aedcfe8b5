// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOBASE_TD
#define DIALECTS_CHLO_IR_CHLOBASE_TD

include "dialects/chlo/IR/ChloAttributes.td"
include "dialects/chlo/IR/ChloDialect.td"
include "dialects/chlo/IR/ChloTypes.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Chlo_Op<string mnemonic, string text, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, traits> {
  let summary = text;
}

class Chlo_Trait<string name> : NativeOpTrait<name> {
  let cppNamespace = "::mlir::amp::chlo";
}

// The result has the shape to which the operands broadcast, as far as known.
def Chlo_BroadcastsOperands : Chlo_Trait<"BroadcastsOperands">;
// Element types agree once quantized ones are read as what they express.
def Chlo_SameExpressedOperandTypes : Chlo_Trait<"SameExpressedOperandTypes">;
def Chlo_SameExpressedTypes : Chlo_Trait<"SameExpressedTypes">;

#endif // DIALECTS_CHLO_IR_CHLOBASE_TD
