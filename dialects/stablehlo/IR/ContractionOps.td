// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sums of products, and the linear algebra and normalizations made of them.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_ContractionOp<string mnemonic, string text>
    : Stablehlo_Op<mnemonic, [Pure]> {
  let summary = text;
  let results = (outs Stablehlo_AnyTensor:$result);
}

def Stablehlo_DotGeneralOp : Stablehlo_ContractionOp<"dot_general",
    "batched matrix product over any dimensions; the result may be wider than the operands"> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs,
      Stablehlo_DotDimensionNumbers:$dot_dimension_numbers,
      OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config,
      OptionalAttr<Stablehlo_DotAlgorithm>:$algorithm);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` custom<DotDimensionNumbers>($dot_dimension_numbers)
    `` custom<PrecisionConfigAndAlgorithm>($precision_config, $algorithm)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DotOp : Stablehlo_ContractionOp<"dot",
    "product of vectors and matrices (no longer in the specification)"> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs,
      OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config);
  let assemblyFormat = [{
    $lhs `,` $rhs `` custom<PrecisionConfig>($precision_config)
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_EinsumOp : Stablehlo_ContractionOp<"einsum",
    "a product said in index notation (no longer in the specification)"> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` `config` `=` $einsum_config
    attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_UnaryEinsumOp : Stablehlo_ContractionOp<"unary_einsum",
    "einsum of one operand (no longer in the specification)"> {
  let arguments = (ins Stablehlo_Tensor:$operand, StrAttr:$einsum_config);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `config` `=` $einsum_config
    attr-dict `:` functional-type(operands, results)
  }];
}

/// Window of a convolution: strides and dilations default to 1, padding to 0.
class Stablehlo_WindowAttributes {
  dag before = (ins OptionalAttr<DenseI64ArrayAttr>:$window_strides);
  dag padding = (ins OptionalAttr<I64ElementsAttr>:$padding);
  dag after = (ins OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
      OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal,
      Stablehlo_ConvDimensionNumbers:$dimension_numbers,
      I64Attr:$feature_group_count, I64Attr:$batch_group_count,
      OptionalAttr<Stablehlo_PrecisionConfig>:$precision_config);
}
def Stablehlo_Window : Stablehlo_WindowAttributes;

def Stablehlo_ConvolutionOp : Stablehlo_ContractionOp<"convolution",
    "sums of products of a kernel with the windows of an image"> {
  let arguments = !con((ins Stablehlo_Tensor:$lhs, Stablehlo_AnyTensor:$rhs),
      Stablehlo_Window.before, Stablehlo_Window.padding, Stablehlo_Window.after);
  let assemblyFormat = [{
    `(` $lhs `,` $rhs `)` `dim_numbers` `=` custom<ConvolutionDimensions>($dimension_numbers)
    `,` `window` `=` `{` custom<WindowAttributes>($window_strides, $padding,
        $lhs_dilation, $rhs_dilation, $window_reversal) `}`
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_DynamicConvOp : Stablehlo_ContractionOp<"dynamic_conv",
    "convolution with a padding that is an operand"> {
  let arguments = !con((ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      Stablehlo_StaticTensorOf<Stablehlo_Int, 2>:$padding), Stablehlo_Window.before, Stablehlo_Window.after);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_CholeskyOp : Stablehlo_Op<"cholesky", [Pure, Stablehlo_OneType]> {
  let summary = "triangular factor of positive definite matrices";
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$a,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_FloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)?
    attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_TriangularSolveOp : Stablehlo_Op<"triangular_solve",
    [Pure, Stablehlo_OneElementType]> {
  let summary = "x with op(a) x = b, or x op(a) = b";
  let arguments = (ins Stablehlo_PlainFloatOrComplexTensor:$a,
      Stablehlo_PlainFloatOrComplexTensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
      BoolAttr:$unit_diagonal, Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_PlainFloatOrComplexTensor:$result);
  let hasVerifier = 1;
}

def Stablehlo_FftOp : Stablehlo_Op<"fft", [Pure]> {
  let summary = "Fourier transform of the last 1 to 3 dimensions";
  let arguments = (ins Stablehlo_PlainFloatOrComplexTensor:$operand,
      Stablehlo_FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_PlainFloatOrComplexTensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` `` $fft_type `,` `length` `=` $fft_length
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

class Stablehlo_BatchNormOp<string mnemonic, string text>
    : Stablehlo_Op<mnemonic, [Pure, Stablehlo_OneElementType]> {
  let summary = text;
  let hasVerifier = 1;
}
defvar BatchNormAttributes = (ins F32Attr:$epsilon, I64Attr:$feature_index);

def Stablehlo_BatchNormTrainingOp : Stablehlo_BatchNormOp<"batch_norm_training",
    "normalized operand with the mean and variance of its batch"> {
  let arguments = !con((ins Stablehlo_FloatTensor:$operand,
      Stablehlo_FloatVector:$scale, Stablehlo_FloatVector:$offset),
      BatchNormAttributes);
  let results = (outs Stablehlo_FloatTensor:$output,
      Stablehlo_FloatVector:$batch_mean, Stablehlo_FloatVector:$batch_var);
}

def Stablehlo_BatchNormInferenceOp : Stablehlo_BatchNormOp<"batch_norm_inference",
    "operand normalized by a given mean and variance"> {
  let arguments = !con((ins Stablehlo_FloatTensor:$operand,
      Stablehlo_FloatVector:$scale, Stablehlo_FloatVector:$offset,
      Stablehlo_FloatVector:$mean, Stablehlo_FloatVector:$variance),
      BatchNormAttributes);
  let results = (outs Stablehlo_FloatTensor:$result);
}

def Stablehlo_BatchNormGradOp : Stablehlo_BatchNormOp<"batch_norm_grad",
    "gradients of batch_norm_training"> {
  let arguments = !con((ins Stablehlo_FloatTensor:$operand,
      Stablehlo_FloatVector:$scale, Stablehlo_FloatVector:$mean,
      Stablehlo_FloatVector:$variance, Stablehlo_FloatTensor:$grad_output),
      BatchNormAttributes);
  let results = (outs Stablehlo_FloatTensor:$grad_operand,
      Stablehlo_FloatVector:$grad_scale, Stablehlo_FloatVector:$grad_offset);
}
