// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// MHLO ops that exporters leave between StableHLO ops, in their pretty form.
#ifndef DIALECTS_MHLO_IR_MHLOOPS_TD
#define DIALECTS_MHLO_IR_MHLOOPS_TD

include "mlir/IR/DialectBase.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Mhlo_Dialect : Dialect {
  let name = "mhlo";
  let cppNamespace = "::mlir::amp::mhlo";
  let summary = "what TensorFlow and XLA leave beside StableHLO";
  let description = [{
    Holds only ops that have no counterpart in StableHLO. Others, and types and
    attributes, are those of an unregistered dialect: opaque, if
    `--allow-unregistered-dialect` permits them.
  }];
  let extraClassDeclaration = [{
    Attribute parseAttribute(DialectAsmParser &parser, Type type) const override;
    Type parseType(DialectAsmParser &parser) const override;
  }];
}

class Mhlo_Op<string mnemonic, string text, list<Trait> traits = []>
    : Op<Mhlo_Dialect, mnemonic, [Pure] # traits> {
  let summary = text;
}

class Mhlo_UnaryOp<string mnemonic, string text>
    : Mhlo_Op<mnemonic, text, [SameOperandsAndResultType, Elementwise]> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Mhlo_AcosOp : Mhlo_UnaryOp<"acos", "the arc cosine">;
def Mhlo_AcoshOp : Mhlo_UnaryOp<"acosh", "the inverse of cosh">;
def Mhlo_AsinOp : Mhlo_UnaryOp<"asin", "the arc sine">;
def Mhlo_AsinhOp : Mhlo_UnaryOp<"asinh", "the inverse of sinh">;
def Mhlo_AtanhOp : Mhlo_UnaryOp<"atanh", "the inverse of tanh">;
def Mhlo_CoshOp : Mhlo_UnaryOp<"cosh", "the hyperbolic cosine">;
def Mhlo_ErfOp : Mhlo_UnaryOp<"erf", "the error function">;
def Mhlo_SinhOp : Mhlo_UnaryOp<"sinh", "the hyperbolic sine">;
def Mhlo_TanOp : Mhlo_UnaryOp<"tan", "the tangent">;

def Mhlo_CopyOp : Mhlo_Op<"copy", "the operand, in memory of its own",
                          [SameOperandsAndResultType]> {
  let arguments = (ins AnyRankedTensor:$operand,
                       OptionalAttr<I32Attr>:$cross_program_prefetch_index);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($result)";
}

def Mhlo_BitcastOp : Mhlo_Op<"bitcast", "the bytes of the operand as another type"> {
  let arguments = (ins AnyRankedTensor:$operand);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat =
    "$operand attr-dict `:` functional-type(operands, results)";
}

def Mhlo_TopKOp : Mhlo_Op<"topk", "the k largest or smallest of each row"> {
  let arguments = (ins AnyRankedTensor:$operand, I64Attr:$k,
                       DefaultValuedAttr<BoolAttr, "true">:$largest);
  let results = (outs AnyRankedTensor:$values, AnyRankedTensor:$indices);
  let assemblyFormat = [{
    `(` $operand `,` `k` `` `=` `` $k (`,` `largest` `` `=` `` $largest^)? `)`
    attr-dict `:` type($operand) `->` `(` type($values) `,` type($indices) `)`
  }];
}

#endif // DIALECTS_MHLO_IR_MHLOOPS_TD
