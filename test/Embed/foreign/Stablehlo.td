// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// StableHLO as another project may declare it: a few ops, with C++ classes that amp does not know.
#ifndef FOREIGN_STABLEHLO_TD
#define FOREIGN_STABLEHLO_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::foreign";
  let useDefaultAttributePrinterParser = 1;
}

/// Keeps the text of an attribute.
class Stablehlo_Attr<string name, string attrMnemonic> : AttrDef<Stablehlo_Dialect, name> {
  let mnemonic = attrMnemonic;
  let parameters = (ins StringRefParameter<>:$text);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotAttr : Stablehlo_Attr<"Dot", "dot">;
def Stablehlo_ConvAttr : Stablehlo_Attr<"Conv", "conv">;
def Stablehlo_GatherAttr : Stablehlo_Attr<"Gather", "gather">;
def Stablehlo_ScatterAttr : Stablehlo_Attr<"Scatter", "scatter">;
def Stablehlo_PrecisionAttr : Stablehlo_Attr<"Precision", "precision">;

class Stablehlo_Op<string mnemonic> : Op<Stablehlo_Dialect, mnemonic, [Pure]> {
  let results = (outs AnyRankedTensor:$result);
}

class Stablehlo_Unary<string mnemonic> : Stablehlo_Op<mnemonic> {
  let arguments = (ins AnyRankedTensor:$operand);
}

def Stablehlo_DotGeneralOp : Stablehlo_Op<"dot_general"> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
      Stablehlo_DotAttr:$dot_dimension_numbers, OptionalAttr<ArrayAttr>:$precision_config);
}

def Stablehlo_ConvolutionOp : Stablehlo_Op<"convolution"> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs,
      Stablehlo_ConvAttr:$dimension_numbers, I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      DenseI64ArrayAttr:$window_strides, ElementsAttr:$padding, DenseI64ArrayAttr:$lhs_dilation,
      DenseI64ArrayAttr:$rhs_dilation, DenseBoolArrayAttr:$window_reversal,
      OptionalAttr<ArrayAttr>:$precision_config);
}

def Stablehlo_GatherOp : Stablehlo_Op<"gather"> {
  let arguments = (ins AnyRankedTensor:$operand, AnyRankedTensor:$start_indices,
      Stablehlo_GatherAttr:$dimension_numbers, DenseI64ArrayAttr:$slice_sizes, BoolAttr:$indices_are_sorted);
}

def Stablehlo_ScatterOp : Stablehlo_Op<"scatter"> {
  let arguments = (ins AnyRankedTensor:$input, AnyRankedTensor:$scatter_indices, AnyRankedTensor:$updates,
      Stablehlo_ScatterAttr:$scatter_dimension_numbers, BoolAttr:$indices_are_sorted, BoolAttr:$unique_indices);
  let regions = (region AnyRegion:$update_computation);
}

def Stablehlo_AddOp : Stablehlo_Op<"add"> {
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
}

def Stablehlo_ReturnOp : Op<Stablehlo_Dialect, "return", [Pure, Terminator]> {
  let arguments = (ins Variadic<AnyType>:$results);
}

def Stablehlo_ConvertOp : Stablehlo_Unary<"convert">;
def Stablehlo_ExponentialOp : Stablehlo_Unary<"exponential">;
def Stablehlo_TanhOp : Stablehlo_Unary<"tanh">;

#endif // FOREIGN_STABLEHLO_TD
