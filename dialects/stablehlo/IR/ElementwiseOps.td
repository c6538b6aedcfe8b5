// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One value in, one value out, element by element. Without upstream's trait
// Elementwise, whose verifier asks at length what the shape traits ask at once.
include "dialects/stablehlo/IR/StablehloBase.td"

class Stablehlo_UnaryOp<string mnemonic, string text, Type element,
                        list<Trait> traits = [Stablehlo_OneType],
                        Type resultElement = element>
    : Stablehlo_Op<mnemonic, [Pure] # traits> {
  let summary = text;
  let arguments = (ins element:$operand);
  let results = (outs resultElement:$result);
  let assemblyFormat =
      Stablehlo_OneTypeSyntax<"$operand", "type($operand)">.format;
}

class Stablehlo_SameUnaryOp<string mnemonic, string text, Type element>
    : Stablehlo_UnaryOp<mnemonic, text, element> {
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand);
  }]>];
}

/// Transcendental ops take the error that they may make.
class Stablehlo_AccurateOp<string mnemonic, string text>
    : Stablehlo_UnaryOp<mnemonic, text, Stablehlo_FloatOrComplexTensor> {
  let arguments = (ins Stablehlo_FloatOrComplexTensor:$operand,
      DefaultValuedOptionalAttr<Stablehlo_ResultAccuracy, "default">:$result_accuracy);
  let builders = [OpBuilder<(ins "::mlir::Value":$operand), [{
    build($_builder, $_state, operand.getType(), operand, ResultAccuracyAttr());
  }]>];
}

class Stablehlo_BinaryOp<string mnemonic, string text, Type element,
                         list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, [Pure, Stablehlo_OneType] # traits> {
  let summary = text;
  let arguments = (ins element:$lhs, element:$rhs);
  let results = (outs element:$result);
  let assemblyFormat =
      Stablehlo_OneTypeSyntax<"$lhs `,` $rhs", "type($lhs), type($rhs)">.format;
  let builders = [OpBuilder<(ins "::mlir::Value":$lhs, "::mlir::Value":$rhs), [{
    build($_builder, $_state, lhs.getType(), lhs, rhs);
  }]>];
}

def Stablehlo_AbsOp : Stablehlo_UnaryOp<"abs",
    "absolute value; of a complex number its modulus, a real one",
    Stablehlo_TensorOf<[Stablehlo_Signed, Stablehlo_Float, Stablehlo_Complex, Stablehlo_Quant]>,
    [Stablehlo_OneShape],
    Stablehlo_TensorOf<[Stablehlo_Signed, Stablehlo_Float, Stablehlo_Quant]>> {
  let hasVerifier = 1;
}
def Stablehlo_CbrtOp : Stablehlo_AccurateOp<"cbrt", "cubic root">;
def Stablehlo_CeilOp : Stablehlo_SameUnaryOp<"ceil", "round up", Stablehlo_FloatTensor>;
def Stablehlo_ConvertOp : Stablehlo_UnaryOp<"convert",
    "the same values in another element type", Stablehlo_PlainTensor, [Stablehlo_OneShape]>;
def Stablehlo_CountLeadingZerosOp : Stablehlo_SameUnaryOp<"count_leading_zeros",
    "how many high bits are zero", Stablehlo_IntTensor>;
def Stablehlo_CosineOp : Stablehlo_AccurateOp<"cosine", "cosine">;
def Stablehlo_ExponentialOp : Stablehlo_AccurateOp<"exponential", "e to the power of x">;
def Stablehlo_ExponentialMinusOneOp : Stablehlo_AccurateOp<"exponential_minus_one",
    "e to the power of x, less one, exact near zero">;
def Stablehlo_FloorOp : Stablehlo_SameUnaryOp<"floor", "round down", Stablehlo_FloatTensor>;
def Stablehlo_ImagOp : Stablehlo_UnaryOp<"imag", "imaginary part, zero of a real number",
    Stablehlo_PlainFloatOrComplexTensor, [Stablehlo_OneShape], Stablehlo_PlainFloatTensor> {
  let hasVerifier = 1;
}
def Stablehlo_IsFiniteOp : Stablehlo_Op<"is_finite", [Pure, Stablehlo_OneShape]> {
  let summary = "whether x is neither infinite nor NaN";
  let arguments = (ins Stablehlo_FloatTensor:$x);
  let results = (outs Stablehlo_PredTensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}
def Stablehlo_LogOp : Stablehlo_AccurateOp<"log", "natural logarithm">;
def Stablehlo_LogPlusOneOp : Stablehlo_AccurateOp<"log_plus_one",
    "natural logarithm of x + 1, exact near zero">;
def Stablehlo_LogisticOp : Stablehlo_AccurateOp<"logistic", "1 / (1 + exp(-x))">;
def Stablehlo_NegateOp : Stablehlo_SameUnaryOp<"negate", "-x", Stablehlo_NumberTensor>;
def Stablehlo_NotOp : Stablehlo_SameUnaryOp<"not", "logical or bitwise not", Stablehlo_BitsTensor>;
def Stablehlo_PopcntOp : Stablehlo_SameUnaryOp<"popcnt", "how many bits are set", Stablehlo_IntTensor>;
def Stablehlo_RealOp : Stablehlo_UnaryOp<"real", "real part",
    Stablehlo_PlainFloatOrComplexTensor, [Stablehlo_OneShape], Stablehlo_PlainFloatTensor> {
  let hasVerifier = 1;
}
def Stablehlo_RoundNearestAfzOp : Stablehlo_SameUnaryOp<"round_nearest_afz",
    "round to the nearest integer, ties away from zero", Stablehlo_FloatTensor>;
def Stablehlo_RoundNearestEvenOp : Stablehlo_SameUnaryOp<"round_nearest_even",
    "round to the nearest integer, ties to even", Stablehlo_FloatTensor>;
def Stablehlo_RsqrtOp : Stablehlo_AccurateOp<"rsqrt", "1 / sqrt(x)">;
def Stablehlo_SignOp : Stablehlo_SameUnaryOp<"sign", "-1, 0 or 1; of a complex number x / |x|",
    Stablehlo_TensorOf<[Stablehlo_Signed, Stablehlo_Float, Stablehlo_Complex, Stablehlo_Quant]>>;
def Stablehlo_SineOp : Stablehlo_AccurateOp<"sine", "sine">;
def Stablehlo_SqrtOp : Stablehlo_AccurateOp<"sqrt", "square root">;
def Stablehlo_TanOp : Stablehlo_AccurateOp<"tan", "tangent">;
def Stablehlo_TanhOp : Stablehlo_AccurateOp<"tanh", "hyperbolic tangent">;
def Stablehlo_UniformQuantizeOp : Stablehlo_UnaryOp<"uniform_quantize",
    "float or quantized values in a quantized type",
    Stablehlo_TensorOf<[Stablehlo_Float, Stablehlo_Quant, Stablehlo_AxisQuant]>,
    [Stablehlo_OneShape], Stablehlo_QuantTensor> {
  let hasVerifier = 1;
}
def Stablehlo_UniformDequantizeOp : Stablehlo_UnaryOp<"uniform_dequantize",
    "quantized values as the floats they stand for", Stablehlo_QuantTensor,
    [Stablehlo_OneShape], Stablehlo_PlainFloatTensor> {
  let hasVerifier = 1;
}

def Stablehlo_AddOp : Stablehlo_BinaryOp<"add", "sum; logical or of i1", Stablehlo_AnyTensor, [Commutative]>;
def Stablehlo_AndOp : Stablehlo_BinaryOp<"and", "logical or bitwise and", Stablehlo_BitsTensor, [Commutative]>;
def Stablehlo_Atan2Op : Stablehlo_BinaryOp<"atan2", "angle of the point (rhs, lhs)", Stablehlo_FloatOrComplexTensor>;
def Stablehlo_DivideOp : Stablehlo_BinaryOp<"divide", "quotient, of integers rounded to zero", Stablehlo_NumberTensor>;
def Stablehlo_MaximumOp : Stablehlo_BinaryOp<"maximum", "the larger value; NaN wins", Stablehlo_Tensor, [Commutative]>;
def Stablehlo_MinimumOp : Stablehlo_BinaryOp<"minimum", "the smaller value; NaN wins", Stablehlo_Tensor, [Commutative]>;
def Stablehlo_MultiplyOp : Stablehlo_BinaryOp<"multiply", "product; logical and of i1", Stablehlo_Tensor, [Commutative]>;
def Stablehlo_OrOp : Stablehlo_BinaryOp<"or", "logical or bitwise or", Stablehlo_BitsTensor, [Commutative]>;
def Stablehlo_PowerOp : Stablehlo_BinaryOp<"power", "lhs to the power of rhs", Stablehlo_NumberTensor>;
def Stablehlo_RemainderOp : Stablehlo_BinaryOp<"remainder", "what a division leaves, with the sign of lhs", Stablehlo_NumberTensor>;
def Stablehlo_ShiftLeftOp : Stablehlo_BinaryOp<"shift_left", "bits moved up", Stablehlo_IntTensor>;
def Stablehlo_ShiftRightArithmeticOp : Stablehlo_BinaryOp<"shift_right_arithmetic", "bits moved down, copies of the sign enter", Stablehlo_IntTensor>;
def Stablehlo_ShiftRightLogicalOp : Stablehlo_BinaryOp<"shift_right_logical", "bits moved down, zeros enter", Stablehlo_IntTensor>;
def Stablehlo_SubtractOp : Stablehlo_BinaryOp<"subtract", "difference", Stablehlo_NumberTensor>;
def Stablehlo_XorOp : Stablehlo_BinaryOp<"xor", "logical or bitwise exclusive or", Stablehlo_BitsTensor, [Commutative]>;

def Stablehlo_ComplexOp : Stablehlo_Op<"complex", [Pure, Stablehlo_OneShape]> {
  let summary = "complex number of a real and an imaginary part";
  let arguments = (ins RankedTensorOf<[F32, F64]>:$lhs, RankedTensorOf<[F32, F64]>:$rhs);
  let results = (outs Stablehlo_ComplexTensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<ComplexOpType>(type($lhs), type($rhs), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_CompareOp : Stablehlo_Op<"compare", [Pure, Stablehlo_OneShape]> {
  let summary = "whether a relation holds, `compare LT, %a, %b, FLOAT`";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      Stablehlo_ComparisonDirectionAttr:$comparison_direction,
      OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_PredTensor:$result);
  let assemblyFormat = [{
    `` $comparison_direction `,` $lhs `,` $rhs (`,` `` $compare_type^)? attr-dict
    `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_SelectOp : Stablehlo_Op<"select", [Pure]> {
  let summary = "on_true where pred holds, else on_false; pred may be a scalar";
  let arguments = (ins Stablehlo_PredTensor:$pred, Stablehlo_Tensor:$on_true,
      Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectOpType>(
        type($pred), type($on_true), type($on_false), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_ClampOp : Stablehlo_Op<"clamp", [Pure, Stablehlo_OneElementType]> {
  let summary = "operand held between min and max, each a scalar or of operand's shape";
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand,
      Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = Stablehlo_OneTypeSyntax<"$min `,` $operand `,` $max",
      "type($min), type($operand), type($max)">.format;
  let hasVerifier = 1;
}

def Stablehlo_ReducePrecisionOp : Stablehlo_Op<"reduce_precision",
    [Pure, Stablehlo_OneType]> {
  let summary = "values rounded to a smaller float format, `format = e5m10`";
  let arguments = (ins Stablehlo_FloatTensor:$operand, I32Attr:$exponent_bits,
      I32Attr:$mantissa_bits);
  let results = (outs Stablehlo_FloatTensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<ExponentMantissa>($exponent_bits, $mantissa_bits)
    attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
  let hasVerifier = 1;
}

def Stablehlo_MapOp : Stablehlo_Op<"map", [RecursiveMemoryEffects, Stablehlo_OneShape,
    SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a scalar function applied element by element";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs Stablehlo_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let hasRegionVerifier = 1;
}
