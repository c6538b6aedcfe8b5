// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same numbers in another shape, and numbers made from a shape.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_ShapeOp<string mnemonic, string text, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure] # traits> {
  let summary = text;
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_BroadcastInDimOp : Stablehlo_ShapeOp<"broadcast_in_dim",
    "operand's dimension i becomes dimension dims[i], repeated where it was 1",
    [Stablehlo_OneElementType]> {
  let arguments = (ins Stablehlo_AnyTensor:$operand, DenseI64ArrayAttr:$broadcast_dimensions);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_BroadcastOp : Stablehlo_ShapeOp<"broadcast",
    "operand repeated along new leading dimensions (no longer in the specification)",
    [Stablehlo_OneElementType]> {
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$broadcast_sizes);
  let assemblyFormat = [{
    $operand `,` `sizes` `=` $broadcast_sizes
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicBroadcastInDimOp : Stablehlo_ShapeOp<"dynamic_broadcast_in_dim",
    "broadcast_in_dim to a shape that is an operand"> {
  let arguments = (ins Stablehlo_AnyTensor:$operand, Stablehlo_StaticShapeTensor:$output_dimensions,
      DenseI64ArrayAttr:$broadcast_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_expanding_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$known_nonexpanding_dimensions);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_ReshapeOp : Stablehlo_ShapeOp<"reshape",
    "the same elements in row-major order, another shape", [Stablehlo_OneElementType]> {
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_StaticOrBoundedTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_DynamicReshapeOp : Stablehlo_ShapeOp<"dynamic_reshape",
    "reshape to a shape that is an operand"> {
  let arguments = (ins Stablehlo_AnyTensor:$operand, Stablehlo_StaticShapeTensor:$output_shape);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_TransposeOp : Stablehlo_ShapeOp<"transpose",
    "dimension i of the result is dimension dims[i] of operand", [Stablehlo_OneElementType]> {
  let arguments = (ins Stablehlo_AnyTensor:$operand, DenseI64ArrayAttr:$permutation);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $permutation attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_ReverseOp : Stablehlo_ShapeOp<"reverse",
    "elements in reverse order along dims", [Stablehlo_OneType]> {
  let arguments = (ins Stablehlo_Tensor:$operand, DenseI64ArrayAttr:$dimensions);
  let assemblyFormat = [{
    $operand `,` `dims` `=` $dimensions
    attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

def Stablehlo_ConcatenateOp : Stablehlo_ShapeOp<"concatenate",
    "inputs one after the other along dim", [Stablehlo_OneElementType]> {
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, I64Attr:$dimension);
  let assemblyFormat = [{
    custom<VariadicOperandWithAttribute>($inputs) `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_PadOp : Stablehlo_ShapeOp<"pad",
    "operand with a value before, after and between; a negative pad cuts",
    [Stablehlo_OneElementType]> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value,
      DenseI64ArrayAttr:$edge_padding_low, DenseI64ArrayAttr:$edge_padding_high,
      DenseI64ArrayAttr:$interior_padding);
  let assemblyFormat = [{
    $operand `,` $padding_value `,` `low` `=` $edge_padding_low
    `,` `high` `=` $edge_padding_high `,` `interior` `=` $interior_padding
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_DynamicPadOp : Stablehlo_ShapeOp<"dynamic_pad",
    "pad by amounts that are operands"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$padding_value,
      Stablehlo_StaticShapeTensor:$edge_padding_low, Stablehlo_StaticShapeTensor:$edge_padding_high,
      Stablehlo_StaticShapeTensor:$interior_padding);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_BitcastConvertOp : Stablehlo_ShapeOp<"bitcast_convert",
    "the same bits as another element type; a size ratio becomes a last dimension"> {
  let arguments = (ins Stablehlo_AnyTensor:$operand);
  let results = (outs Stablehlo_AnyTensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ConstantOp : Stablehlo_Op<"constant", [ConstantLike, Pure,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "a tensor known at compile time";
  let arguments = (ins ElementsAttr:$value);
  let results = (outs StaticShapeTensorOf<Stablehlo_AnyElements>:$output);
  let builders = [OpBuilder<(ins "::mlir::ElementsAttr":$value), [{
    build($_builder, $_state, value.getType(), value);
  }]>];
  let hasCustomAssemblyFormat = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Stablehlo_IotaOp : Stablehlo_Op<"iota", [Pure]> {
  let summary = "0, 1, 2, … along a dimension";
  let arguments = (ins I64Attr:$iota_dimension);
  let results = (outs StaticShapeTensorOf<[Stablehlo_Int, Stablehlo_Float,
      Stablehlo_Complex, Stablehlo_Quant]>:$output);
  let assemblyFormat = "`dim` `=` $iota_dimension attr-dict `:` type($output)";
  let hasVerifier = 1;
}

def Stablehlo_DynamicIotaOp : Stablehlo_ShapeOp<"dynamic_iota",
    "iota of a shape that is an operand"> {
  let arguments = (ins Stablehlo_StaticShapeTensor:$output_shape, I64Attr:$iota_dimension);
  let assemblyFormat = [{
    $output_shape `,` `dim` `=` $iota_dimension
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_GetDimensionSizeOp : Stablehlo_Op<"get_dimension_size", [Pure]> {
  let summary = "size of a dimension as an i32";
  let arguments = (ins Stablehlo_AnyTensor:$operand, I64Attr:$dimension);
  let results = (outs 0DTensorOf<[I32]>:$result);
  let assemblyFormat = [{
    $operand `,` `dim` `=` $dimension attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_SetDimensionSizeOp : Stablehlo_ShapeOp<"set_dimension_size",
    "operand with a dimension that counts as smaller (no longer in the specification)"> {
  let arguments = (ins Stablehlo_Tensor:$operand, 0DTensorOf<[I32]>:$size,
      I64Attr:$dimension);
  let assemblyFormat = [{
    $operand `,` $size `,` `dim` `=` $dimension
    attr-dict `:` functional-type(operands, results)
  }];
}
