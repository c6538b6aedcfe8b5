// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tuples and random numbers.
include "dialects/stablehlo/IR/StablehloBase.td"

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure]> {
  let summary = "values as one tuple";
  let arguments = (ins Variadic<Stablehlo_Value>:$val);
  let results = (outs Stablehlo_Tuple:$result);
  let assemblyFormat =
      "$val attr-dict `:` custom<TupleOpType>(type($val), type($result))";
  let hasVerifier = 1;
}

def Stablehlo_GetTupleElementOp : Stablehlo_Op<"get_tuple_element", [Pure]> {
  let summary = "one element of a tuple, `%t[1]`";
  let arguments = (ins Stablehlo_Tuple:$operand,
      ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs Stablehlo_Value);
  let assemblyFormat = [{
    $operand `` `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_RngOp : Stablehlo_Op<"rng"> {
  let summary = "random numbers between a and b, or of mean a and deviation b";
  let arguments = (ins 0DTensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float]>:$a,
      0DTensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float]>:$b,
      Stablehlo_StaticShapeTensor:$shape, Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs RankedTensorOf<[Stablehlo_Pred, Stablehlo_Int, Stablehlo_Float]>:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` `` $rng_distribution
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_RngBitGeneratorOp : Stablehlo_Op<"rng_bit_generator", [Pure]> {
  let summary = "random bits and the next state, from a state";
  let arguments = (ins Stablehlo_IntOrFloatTensor:$initial_state,
      Stablehlo_RngAlgorithmAttr:$rng_algorithm);
  let results = (outs Stablehlo_IntOrFloatTensor:$output_state,
      StaticShapeTensorOf<[Stablehlo_Int, Stablehlo_Float]>:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` `` $rng_algorithm
    attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}
