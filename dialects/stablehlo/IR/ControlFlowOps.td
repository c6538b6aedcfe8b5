// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Control flow: execution, repetition and order of ops.
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/LoopLikeInterface.td"
include "dialects/stablehlo/IR/StablehloBase.td"

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator, ReturnLike]> {
  let summary = "ends a region and gives its results";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict (`:` type($operands)^)?";
}

class Stablehlo_ControlOp<string mnemonic, string text, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [RecursiveMemoryEffects,
          SingleBlockImplicitTerminator<"ReturnOp">] # traits> {
  let summary = text;
  let hasRegionVerifier = 1;
}

def Stablehlo_IfOp : Stablehlo_ControlOp<"if", "one of two branches, by a predicate"> {
  let arguments = (ins RankedTensorOf<[I1]>:$pred);
  let results = (outs Variadic<Stablehlo_Value>);
  let regions = (region SizedRegion<1>:$true_branch, SizedRegion<1>:$false_branch);
}

def Stablehlo_CaseOp : Stablehlo_ControlOp<"case",
    "one of many branches; an index outside takes the last"> {
  let arguments = (ins RankedTensorOf<[I32]>:$index);
  let results = (outs Variadic<Stablehlo_Value>);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
}

def Stablehlo_WhileOp : Stablehlo_ControlOp<"while",
    "body runs as long as cond holds; operands are the first carried values",
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>,
     DeclareOpInterfaceMethods<LoopLikeOpInterface>]> {
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let results = (outs Variadic<Stablehlo_Value>);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "a token that waits for all inputs";
  let arguments = (ins Variadic<Stablehlo_Token>:$inputs);
  let results = (outs Stablehlo_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:`
    custom<VariadicSameOperandsAndResultType>(ref($inputs), type($inputs), type($result))
  }];
}

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "a fresh token (no longer in the specification)";
  let results = (outs Stablehlo_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Stablehlo_OptimizationBarrierOp : Stablehlo_Op<"optimization_barrier"> {
  let summary = "its operands, unmoved and unmerged by optimizations";
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseOpType>(type($operand), type($result))):(`(` `)`)?
  }];
  let hasVerifier = 1;
}

def Stablehlo_CompositeOp : Stablehlo_Op<"composite",
    [DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "an op that means the same as a call of its decomposition";
  let arguments = (ins Variadic<Stablehlo_Value>:$inputs, StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
      FlatSymbolRefAttr:$decomposition,
      DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let results = (outs Variadic<Stablehlo_Value>);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let assemblyFormat = [{
    $name $inputs (` ` `(` $composite_regions^ `)`)?
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_CustomCallOp : Stablehlo_Op<"custom_call",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a call of something outside, known by name";
  let arguments = (ins Variadic<Stablehlo_CallValue>:$inputs, StrAttr:$call_target_name,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<Stablehlo_CustomCallApiVersion,
          "::mlir::amp::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:$api_version,
      DefaultValuedOptionalAttr<
          TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols">, "{}">:$called_computations,
      OptionalAttr<ArrayAttr>:$operand_layouts, OptionalAttr<ArrayAttr>:$result_layouts,
      DefaultValuedOptionalAttr<
          TypedArrayAttrBase<Stablehlo_OutputOperandAlias, "array of aliases">,
          "{}">:$output_operand_aliases);
  let results = (outs Variadic<Stablehlo_CallValue>);
  let assemblyFormat = [{
    custom<CustomCallTarget>($call_target_name) `(` $inputs `)`
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
