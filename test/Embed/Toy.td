// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef TOY_TD
#define TOY_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "::toy";
}

class Toy_Op<string mnemonic> : Op<Toy_Dialect, mnemonic, [Pure]> {
  let results = (outs AnyRankedTensor:$result);
}

def Toy_MatmulOp : Toy_Op<"matmul"> {
  let summary = "matrix product; the result may be wider than the operands";
  let arguments = (ins 2DTensorOf<[AnyFloat]>:$lhs, 2DTensorOf<[AnyFloat]>:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Toy_ScaleOp : Toy_Op<"scale"> {
  let summary = "multiplies each element by a factor, which is always f32";
  let arguments = (ins AnyRankedTensor:$input, F32:$factor);
  let assemblyFormat = "$input `by` $factor attr-dict `:` functional-type(operands, results)";
}

def Toy_SoftmaxOp : Toy_Op<"softmax"> {
  let summary = "exponentials of the last dimension, divided by their sum";
  let arguments = (ins AnyRankedTensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

def Toy_UnknownOp : Toy_Op<"unknown"> {
  let summary = "an op that the dialect tells amp nothing about";
  let arguments = (ins AnyRankedTensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

#endif // TOY_TD
