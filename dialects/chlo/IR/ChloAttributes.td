// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOATTRIBUTES_TD
#define DIALECTS_CHLO_IR_CHLOATTRIBUTES_TD

include "dialects/chlo/IR/ChloDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/EnumAttr.td"

// An enum printed as `#chlo<mnemonic CASE>`.
class Chlo_Enum<string name, string text, list<string> cases>
    : I32Enum<name, text, !foreach(i, !range(!size(cases)),
                                   I32EnumCase<cases[i], i>)> {
  let cppNamespace = "::mlir::amp::chlo";
}
class Chlo_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Chlo_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}

def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection",
  "comparison direction", ["EQ", "NE", "GE", "GT", "LE", "LT"]>;
def Chlo_ComparisonDirectionAttr
  : Chlo_EnumAttr<Chlo_ComparisonDirection, "comparison_direction">;

def Chlo_ComparisonType : Chlo_Enum<"ComparisonType", "comparison type",
  ["NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"]>;
def Chlo_ComparisonTypeAttr
  : Chlo_EnumAttr<Chlo_ComparisonType, "comparison_type">;

def Chlo_Precision : Chlo_Enum<"Precision", "operand precision",
  ["DEFAULT", "HIGH", "HIGHEST"]>;
def Chlo_PrecisionAttr : Chlo_EnumAttr<Chlo_Precision, "precision">;
def Chlo_PrecisionConfigAttr
  : TypedArrayAttrBase<Chlo_PrecisionAttr, "array of chlo precisions">;

def Chlo_RaggedDotDimensionNumbersAttr
    : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "which dimensions a ragged_dot pairs, contracts and groups";
  let description = [{
    Prints only the lists that have members, in this order:
    `#chlo.ragged_dot<lhs_contracting_dimensions = [1], …>`. Reads them in any
    order, each at most once.
  }];
  let parameters = (ins
    ArrayRefParameter<"int64_t">:$lhs_batching_dimensions,
    ArrayRefParameter<"int64_t">:$rhs_batching_dimensions,
    ArrayRefParameter<"int64_t">:$lhs_contracting_dimensions,
    ArrayRefParameter<"int64_t">:$rhs_contracting_dimensions,
    ArrayRefParameter<"int64_t">:$lhs_ragged_dimensions,
    ArrayRefParameter<"int64_t">:$rhs_group_dimensions);
  let hasCustomAssemblyFormat = 1;
}

#endif // DIALECTS_CHLO_IR_CHLOATTRIBUTES_TD
