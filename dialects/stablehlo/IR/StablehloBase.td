// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOBASE_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOBASE_TD

include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "dialects/stablehlo/IR/StablehloMeshAttrs.td"
include "dialects/stablehlo/IR/StablehloTypes.td"

class Stablehlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, traits>;

/// Every operand and result has one element type and compatible shapes: a
/// dynamic dimension agrees with anything.
def Stablehlo_OneType : NativeOpTrait<"OneType"> {
  let cppNamespace = "::mlir::amp::stablehlo";
}
/// Every operand and result has one element type; shapes are checked elsewhere.
def Stablehlo_OneElementType : NativeOpTrait<"OneElementType"> {
  let cppNamespace = "::mlir::amp::stablehlo";
}
/// Every operand and result has a compatible shape.
def Stablehlo_OneShape : NativeOpTrait<"OneShape"> {
  let cppNamespace = "::mlir::amp::stablehlo";
}

def Stablehlo_PrecisionConfig
    : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "array of precisions">;
def Stablehlo_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxes]>;

/// The one syntax of ops whose operands and result usually have one type:
/// `stablehlo.add %a, %b : tensor<4xf32>`.
class Stablehlo_OneTypeSyntax<string operands, string types> {
  string format = operands # " attr-dict `:` custom<SameOperandsAndResultType>("
      # types # ", type($result))";
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOBASE_TD
