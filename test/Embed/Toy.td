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

class Toy_Unary<string mnemonic, string text> : Toy_Op<mnemonic> {
  let summary = text;
  let arguments = (ins AnyRankedTensor:$input);
  let assemblyFormat = "$input attr-dict `:` functional-type(operands, results)";
}

class Toy_Binary<string mnemonic, string text> : Toy_Op<mnemonic> {
  let summary = text;
  let arguments = (ins AnyRankedTensor:$lhs, AnyRankedTensor:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)";
}

def Toy_AddOp : Toy_Binary<"add", "sums of elements">;
def Toy_SubOp : Toy_Binary<"sub", "differences of elements">;
def Toy_MulOp : Toy_Binary<"mul", "products of elements">;
def Toy_TanhOp : Toy_Unary<"tanh", "hyperbolic tangents">;
def Toy_TurnOp : Toy_Unary<"turn", "a matrix with rows and columns exchanged">;

def Toy_ScaleOp : Toy_Op<"scale"> {
  let summary = "multiplies each element by a factor, which is always f32";
  let arguments = (ins AnyRankedTensor:$input, F32:$factor);
  let assemblyFormat = "$input `by` $factor attr-dict `:` functional-type(operands, results)";
}

def Toy_SoftmaxOp : Toy_Unary<"softmax",
  "exponentials of the last dimension, divided by their sum">;
def Toy_UnknownOp : Toy_Unary<"unknown",
  "an op that the dialect tells amp nothing about">;

#endif // TOY_TD
