// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Many values become one by a function, or are ordered by it.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_RegionOp<string mnemonic, string text, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [RecursiveMemoryEffects,
                              SingleBlockImplicitTerminator<"ReturnOp">] # traits> {
  let summary = text;
  let hasRegionVerifier = 1;
}

def Stablehlo_ReduceOp : Stablehlo_RegionOp<"reduce",
    "inputs folded along dimensions, starting from init_values",
    [SameVariadicOperandSize]> {
  let description = [{
    A body that is one binary op of its two arguments prints short:
    `stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0]
    : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>`.
  }];
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Variadic<Stablehlo_Tensor>:$init_values, DenseI64ArrayAttr:$dimensions);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_ReduceWindowOp : Stablehlo_RegionOp<"reduce_window",
    "each window of the inputs folded, starting from init_values",
    [SameVariadicOperandSize]> {
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      Variadic<Stablehlo_Tensor>:$init_values, DenseI64ArrayAttr:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
      OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
      OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$body);
}

def Stablehlo_SelectAndScatterOp : Stablehlo_RegionOp<"select_and_scatter",
    "source added where select picks an element of each window of operand"> {
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$source,
      Stablehlo_Tensor:$init_value, OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
      OptionalAttr<DenseI64ArrayAttr>:$window_strides,
      OptionalAttr<I64ElementsAttr>:$padding);
  let results = (outs Stablehlo_Tensor);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
}

def Stablehlo_SortOp : Stablehlo_RegionOp<"sort",
    "inputs ordered together along a dimension by a comparator"> {
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
      DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Stablehlo_Tensor>);
  let regions = (region SizedRegion<1>:$comparator);
}
