// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops that torch-mlir leaves between linalg ops. All are opaque to the op model.
#ifndef DIALECTS_TM_TENSOR_IR_TMTENSOROPS_TD
#define DIALECTS_TM_TENSOR_IR_TMTENSOROPS_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def TmTensor_Dialect : Dialect {
  let name = "tm_tensor";
  let cppNamespace = "::mlir::amp::tm_tensor";
  let summary = "scatter, scan, sort, top-k and attention of torch-mlir";
  let description = [{
    Others of its ops are those of an unregistered dialect.
  }];
}

// Reads `inputs`, updates `outputs`, and returns these.
class TmTensor_Op<string mnemonic, string text>
    : Op<TmTensor_Dialect, mnemonic, [Pure, AttrSizedOperandSegments]> {
  let summary = text;
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
  dag operands = (ins Variadic<AnyType>:$inputs,
                      Variadic<AnyRankedTensor>:$outputs);
  string insFormat = " (`ins` `(` $inputs^ `:` type($inputs) `)`)?";
  string outsFormat = " `outs` `(` $outputs `:` type($outputs) `)`";
  string resultsFormat = " (`->` type($results)^)?";
}

// With a body that combines or compares two elements.
class TmTensor_BodyOp<string mnemonic, string text>
    : TmTensor_Op<mnemonic, text> {
  let regions = (region SizedRegion<1>:$region);
}

def TmTensor_ScanOp : TmTensor_BodyOp<"scan",
    "combines all elements up to each one along a dimension"> {
  let arguments = !con((ins I64Attr:$dimension, BoolAttr:$inclusive), operands);
  let assemblyFormat = "attr-dict `dimension` `(` $dimension `)` `inclusive` `(` "
    "$inclusive `)`" # insFormat # outsFormat # " $region" # resultsFormat;
}

def TmTensor_ScatterOp : TmTensor_BodyOp<"scatter",
    "combines updates with the elements at the indices"> {
  let arguments = !con((ins OptionalAttr<DenseI64ArrayAttr>:$dimension_map,
                            DefaultValuedAttr<BoolAttr, "true">:$unique_indices),
                       operands);
  let assemblyFormat = "attr-dict `unique_indices` `(` $unique_indices `)`"
    # insFormat # outsFormat # " $region" # resultsFormat;
}

def TmTensor_SortOp : TmTensor_BodyOp<"sort", "sorts along a dimension"> {
  let arguments = !con((ins I64Attr:$dimension), operands);
  let assemblyFormat = "attr-dict `dimension` `(` $dimension `)`" # insFormat # outsFormat
    # " $region" # resultsFormat;
}

def TmTensor_TopkOp : TmTensor_BodyOp<"topk",
    "the elements of a dimension that come first in an order"> {
  let arguments = !con((ins I64Attr:$dimension), operands);
  let assemblyFormat = "attr-dict `dimension` `(` $dimension `)`" # insFormat # outsFormat
    # " $region" # resultsFormat;
}

def TmTensor_AttentionOp : TmTensor_Op<"attention",
    "softmax(query * key^T [+ mask]) * value"> {
  let arguments = operands;
  let assemblyFormat = "attr-dict" # insFormat # outsFormat # resultsFormat;
}

def TmTensor_YieldOp : Op<TmTensor_Dialect, "yield",
                          [Pure, ReturnLike, Terminator]> {
  let summary = "ends the body of an op of this dialect";
  let arguments = (ins Variadic<AnyType>:$operands);
  let assemblyFormat = "attr-dict ($operands^ `:` type($operands))?";
}

#endif // DIALECTS_TM_TENSOR_IR_TMTENSOROPS_TD
