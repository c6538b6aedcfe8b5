// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOOPS_TD
#define DIALECTS_CHLO_IR_CHLOOPS_TD

include "dialects/chlo/IR/ChloBroadcast.td"
include "dialects/chlo/IR/ChloElementwise.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"

def Chlo_ConstantOp : Chlo_Op<"constant", "a value known at compile time",
    [Pure, AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Chlo_AnyStaticTensor:$output);
  let assemblyFormat = "attr-dict $value";
}

def Chlo_ConstantLikeOp : Chlo_Op<"constant_like",
    "a scalar spread over the shape of the operand",
    [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins TypedAttrInterface:$value, Chlo_AnyTensor:$operand);
  let results = (outs Chlo_AnyTensor:$result);
  let hasVerifier = 1;
}

def Chlo_TopKOp : Chlo_Op<"top_k",
    "the k largest values along the last dimension, and where they were",
    [Pure]> {
  let description = [{
    Values come in falling order; of equal ones the lower index comes first.
    Both results have the operand's shape with its last dimension made k; the
    indices are i32.
  }];
  let arguments = (ins Chlo_AnyTensor:$operand,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$k);
  let results = (outs Chlo_AnyTensor:$values, Chlo_AnyTensor:$indices);
  let assemblyFormat = "`(` $operand `,` `k` `=` $k `)` attr-dict `:` "
    "type($operand) `->` `(` type($values) `,` type($indices) `)`";
  let hasVerifier = 1;
}

def Chlo_RaggedDotOp : Chlo_Op<"ragged_dot",
    "a dot product whose ragged dimension is cut into groups", [Pure]> {
  let description = [{
    `group_sizes` says how many entries of the one ragged dimension of `lhs`
    belong to each of g groups. Where that dimension is
      * free (m):     lhs [b,m,k], rhs [g,b,k,n] -> [b,m,n],   rows choose rhs;
      * contracted:   lhs [b,m,k], rhs [b,k,n]   -> [g,b,m,n], one sum a group;
      * a batch dim.: lhs [b,m,k], rhs [b,k,n]   -> [b,m,n].
    `group_sizes` has shape [g], or [p…,g] with p the dimensions of `lhs` of
    the same kind that stand before the ragged one, batch dimensions first.
  }];
  let arguments = (ins
    Chlo_AnyRankedTensor:$lhs, Chlo_AnyRankedTensor:$rhs,
    Chlo_RankedIntTensor:$group_sizes,
    Chlo_RaggedDotDimensionNumbersAttr:$ragged_dot_dimension_numbers,
    OptionalAttr<Chlo_PrecisionConfigAttr>:$precision_config);
  let results = (outs Chlo_AnyRankedTensor:$result);
  let hasVerifier = 1;
}

def Chlo_ScanOp : Chlo_Op<"scan",
    "a loop over one dimension that carries values and stacks outputs",
    [IsolatedFromAbove, RecursiveMemoryEffects, AttrSizedOperandSegments,
     AttrSizedResultSegments,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let description = [{
    The body takes one slice of each input (the scanned dimension removed) and
    the carries; it ends with the slices of the outputs, then the new carries.
  }];
  let arguments = (ins
    Variadic<Chlo_AnyRankedTensor>:$inputs,
    Variadic<Chlo_AnyRankedTensor>:$inits,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$dimension,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$scan_dim_size,
    OptionalAttr<BoolAttr>:$is_reverse,
    OptionalAttr<BoolAttr>:$is_associative);
  let results = (outs Variadic<Chlo_AnyTensor>:$outputs,
                      Variadic<Chlo_AnyTensor>:$carries);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

#endif // DIALECTS_CHLO_IR_CHLOOPS_TD
