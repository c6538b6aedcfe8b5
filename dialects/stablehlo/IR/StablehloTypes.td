// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOTYPES_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOTYPES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonTypeConstraints.td"
include "dialects/stablehlo/IR/StablehloDialect.td"

def Stablehlo_Token : TypeDef<Stablehlo_Dialect, "Token"> {
  let mnemonic = "token";
  let summary = "token";
  let description = "Orders side effects and carries no data.";
}

def Stablehlo_Future : TypeDef<Stablehlo_Dialect, "Future"> {
  let mnemonic = "future";
  let summary = "future";
  let description = "What an asynchronous op will deliver.";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
  let genVerifyDecl = 1;
}

//===----------------------------------------------------------------------===//
// Element types. Each is one predicate of Stablehlo.h, not a chain of tests.
//===----------------------------------------------------------------------===//

class Stablehlo_Element<string predicate, string summary>
    : Type<CPred<"::mlir::amp::stablehlo::" # predicate # "($_self)">, summary>;

def Stablehlo_Pred : Stablehlo_Element<"isPredElement", "i1">;
def Stablehlo_Int : Stablehlo_Element<"isIntElement", "2 to 64-bit integer">;
def Stablehlo_Signed
    : Stablehlo_Element<"isSignedElement", "2 to 64-bit signless integer">;
def Stablehlo_Float : Stablehlo_Element<"isFloatElement", "4 to 64-bit float">;
def Stablehlo_Complex
    : Stablehlo_Element<"isComplexElement", "complex of f32 or f64">;
def Stablehlo_Quant
    : Stablehlo_Element<"isQuantElement", "per-tensor quantized value">;
def Stablehlo_AxisQuant
    : Stablehlo_Element<"isAxisQuantElement", "per-axis quantized value">;
def Stablehlo_Dimension
    : Stablehlo_Element<"isDimensionElement", "index or integer">;

class Stablehlo_TensorOf<list<Type> elements> : RankedTensorOf<elements>;

def Stablehlo_Tensor : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Pred,
    Stablehlo_Int, Stablehlo_Complex, Stablehlo_Quant]>;
/// Element types that may hold parameters with a scale for each slice.
defvar Stablehlo_AnyElements = [Stablehlo_Float, Stablehlo_Pred,
    Stablehlo_Int, Stablehlo_Complex, Stablehlo_Quant, Stablehlo_AxisQuant];
def Stablehlo_AnyTensor : Stablehlo_TensorOf<Stablehlo_AnyElements>;
def Stablehlo_StaticOrBoundedTensor : RankedTensorOf<Stablehlo_AnyElements,
    [CPred<"::mlir::amp::stablehlo::isStaticOrBounded($_self)">],
    "tensor of static sizes but for one with a bound">;
def Stablehlo_PlainTensor : Stablehlo_TensorOf<[Stablehlo_Float,
    Stablehlo_Pred, Stablehlo_Int, Stablehlo_Complex]>;
def Stablehlo_NumberTensor : Stablehlo_TensorOf<[Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex, Stablehlo_Quant]>;
def Stablehlo_PlainNumberTensor : Stablehlo_TensorOf<[Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Complex]>;
def Stablehlo_RealTensor : Stablehlo_TensorOf<[Stablehlo_Pred, Stablehlo_Int,
    Stablehlo_Float, Stablehlo_Quant]>;
def Stablehlo_IntOrFloatTensor
    : Stablehlo_TensorOf<[Stablehlo_Int, Stablehlo_Float]>;
def Stablehlo_FloatTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Quant]>;
def Stablehlo_PlainFloatTensor : Stablehlo_TensorOf<[Stablehlo_Float]>;
def Stablehlo_FloatOrComplexTensor : Stablehlo_TensorOf<[Stablehlo_Float,
    Stablehlo_Complex, Stablehlo_Quant]>;
def Stablehlo_PlainFloatOrComplexTensor
    : Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Complex]>;
def Stablehlo_ComplexTensor : Stablehlo_TensorOf<[Stablehlo_Complex]>;
def Stablehlo_PredTensor : Stablehlo_TensorOf<[Stablehlo_Pred]>;
def Stablehlo_IntTensor : Stablehlo_TensorOf<[Stablehlo_Int]>;
def Stablehlo_BitsTensor
    : Stablehlo_TensorOf<[Stablehlo_Pred, Stablehlo_Int]>;
def Stablehlo_QuantTensor
    : Stablehlo_TensorOf<[Stablehlo_Quant, Stablehlo_AxisQuant]>;
def Stablehlo_FloatVector : 1DTensorOf<[Stablehlo_Float, Stablehlo_Quant]>;
/// Sizes or starts that are operands; their number is a rank.
def Stablehlo_ShapeTensor : 1DTensorOf<[Stablehlo_Dimension]>;
class Stablehlo_StaticTensorOf<Type element, int rank> : RankedTensorOf<[element],
    [HasAnyRankOfPred<[rank]>, HasStaticShapePred],
    "statically shaped " # rank # "D tensor">;
def Stablehlo_StaticShapeTensor
    : Stablehlo_StaticTensorOf<Stablehlo_Dimension, 1>;

/// Values that control flow may carry.
class Stablehlo_ValueOf<string predicate, string summary>
    : Type<CPred<"::mlir::amp::stablehlo::" # predicate # "($_self)">, summary>;
def Stablehlo_Value : Stablehlo_ValueOf<"isValue",
    "tensor, buffer, token or tuple of them">;
def Stablehlo_CallValue : Stablehlo_ValueOf<"isCallValue",
    "tensor, buffer, token, future or tuple of them">;
def Stablehlo_Tuple : Stablehlo_ValueOf<"isTuple",
    "tuple of tensors, buffers, tokens or tuples">;

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOTYPES_TD
