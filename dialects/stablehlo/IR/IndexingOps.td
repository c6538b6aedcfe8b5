// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parts of a tensor, read or written.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_IndexingOp<string mnemonic, string text, list<Trait> traits = [Pure]>
    : Stablehlo_Op<mnemonic, traits> {
  let summary = text;
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_SliceOp : Stablehlo_IndexingOp<"slice",
    "elements start to limit in steps of stride, `[0:4, 2:8:2]`"> {
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$start_indices,
      DenseI64ArrayAttr:$limit_indices, DenseI64ArrayAttr:$strides);
  let assemblyFormat = [{
    $operand custom<SliceRanges>($start_indices, $limit_indices, $strides)
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_RealDynamicSliceOp : Stablehlo_IndexingOp<"real_dynamic_slice",
    "slice with bounds that are operands (no longer in the specification)"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_ShapeTensor:$start_indices,
      Stablehlo_ShapeTensor:$limit_indices, Stablehlo_ShapeTensor:$strides);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicSliceOp : Stablehlo_IndexingOp<"dynamic_slice",
    "a part of fixed size at a start that is an operand, moved to fit"> {
  let arguments = (ins Stablehlo_Tensor:$operand,
      Variadic<0DTensorOf<[Stablehlo_Int]>>:$start_indices, DenseI64ArrayAttr:$slice_sizes);
  let assemblyFormat = [{
    $operand `,` custom<VariadicOperandWithAttribute>($start_indices)
    `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicUpdateSliceOp : Stablehlo_IndexingOp<"dynamic_update_slice",
    "operand with update written at a start that is an operand"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$update,
      Variadic<0DTensorOf<[Stablehlo_Int]>>:$start_indices);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_GatherOp : Stablehlo_IndexingOp<"gather",
    "slices of operand at many starts"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
      Stablehlo_GatherDimensionNumbers:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
}

def Stablehlo_DynamicGatherOp : Stablehlo_IndexingOp<"dynamic_gather",
    "gather with slice sizes that are an operand"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_IntTensor:$start_indices,
      Stablehlo_StaticTensorOf<Stablehlo_Int, 1>:$slice_sizes,
      Stablehlo_GatherDimensionNumbers:$dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
}

def Stablehlo_ScatterOp : Stablehlo_Op<"scatter", [SameVariadicOperandSize,
    RecursiveMemoryEffects, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "inputs with updates combined in at many places";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      RankedTensorOf<[AnyInteger, Index]>:$scatter_indices,
      Variadic<Stablehlo_Tensor>:$updates,
      Stablehlo_ScatterDimensionNumbers:$scatter_dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$update_computation);
  let hasRegionVerifier = 1;
}

def Stablehlo_TorchIndexSelectOp : Stablehlo_Op<"torch_index_select", [Pure]> {
  let summary = "rows of operand picked by index (no longer in the specification)";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$index,
      I64Attr:$dim, I64Attr:$batch_dims);
  let results = (outs Stablehlo_Tensor:$result);
}
