// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOBROADCAST_TD
#define DIALECTS_CHLO_IR_CHLOBROADCAST_TD

include "dialects/chlo/IR/ChloBase.td"

// Two operands that broadcast. `broadcast_dimensions` maps the dimensions of
// the operand of lower rank; without it trailing dimensions are aligned.
class Chlo_BroadcastOp<string mnemonic, Type operandType, Type resultType,
                       string text, list<Trait> traits, dag extra = (ins)>
    : Chlo_Op<mnemonic, text,
              [Pure, Chlo_BroadcastsOperands] # traits> {
  let arguments = !con((ins operandType:$lhs, operandType:$rhs,
                            OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions),
                       extra);
  let results = (outs resultType:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` "
    "`(` type($lhs) `,` type($rhs) `)` `->` type($result)";
}
class Chlo_BroadcastSameOp<string mnemonic, string text, list<Trait> traits = [],
                           Type type = Chlo_AnyTensor>
  : Chlo_BroadcastOp<mnemonic, type, type, text,
                     [SameOperandsAndResultElementType] # traits>;
class Chlo_BroadcastQuantizedOp<string mnemonic, string text>
  : Chlo_BroadcastOp<mnemonic, Chlo_AnyTensor, Chlo_AnyTensor, text,
                     [Commutative, Chlo_SameExpressedTypes]>;
class Chlo_BroadcastBitsOp<string mnemonic, string text>
  : Chlo_BroadcastSameOp<mnemonic, text, [Commutative], Chlo_BoolOrIntTensor>;

def Chlo_BroadcastAddOp
  : Chlo_BroadcastQuantizedOp<"broadcast_add", "lhs + rhs">;
def Chlo_BroadcastAndOp
  : Chlo_BroadcastBitsOp<"broadcast_and", "bitwise lhs and rhs">;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastSameOp<"broadcast_atan2",
  "the angle of the point (rhs, lhs), in [-pi, pi]">;
def Chlo_BroadcastComplexOp : Chlo_BroadcastOp<"broadcast_complex",
    Chlo_FloatTensor, Chlo_ComplexTensor, "lhs + i * rhs",
    [Chlo_SameExpressedOperandTypes,
     PredOpTrait<"the result holds complex numbers of the operands' type",
       CPred<"::mlir::getElementTypeOrSelf($result) == "
             "::mlir::ComplexType::get(::mlir::getElementTypeOrSelf($lhs))">>]>;
def Chlo_BroadcastCompareOp : Chlo_BroadcastOp<"broadcast_compare",
  Chlo_AnyTensor, Chlo_BoolTensor, "lhs compared with rhs",
  [Chlo_SameExpressedOperandTypes],
  (ins Chlo_ComparisonDirectionAttr:$comparison_direction,
       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type)>;
def Chlo_BroadcastDivOp
  : Chlo_BroadcastSameOp<"broadcast_divide", "lhs / rhs">;
def Chlo_BroadcastMaxOp
  : Chlo_BroadcastQuantizedOp<"broadcast_maximum", "the larger of lhs and rhs">;
def Chlo_BroadcastMinOp
  : Chlo_BroadcastQuantizedOp<"broadcast_minimum", "the smaller of lhs and rhs">;
def Chlo_BroadcastMulOp
  : Chlo_BroadcastSameOp<"broadcast_multiply", "lhs * rhs", [Commutative]>;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastSameOp<"broadcast_next_after",
  "the neighbour of lhs in its format on the way to rhs">;
def Chlo_BroadcastOrOp
  : Chlo_BroadcastBitsOp<"broadcast_or", "bitwise lhs or rhs">;
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastSameOp<"broadcast_polygamma",
  "the derivative of order lhs + 1 of log(gamma(rhs))">;
def Chlo_BroadcastPowOp
  : Chlo_BroadcastSameOp<"broadcast_power", "lhs to the power rhs">;
def Chlo_BroadcastRemOp : Chlo_BroadcastSameOp<"broadcast_remainder",
  "lhs - rhs * trunc(lhs / rhs)">;
def Chlo_BroadcastShiftLeftOp
  : Chlo_BroadcastSameOp<"broadcast_shift_left", "lhs shifted left by rhs bits">;
def Chlo_BroadcastShiftRightArithmeticOp
  : Chlo_BroadcastSameOp<"broadcast_shift_right_arithmetic",
      "lhs shifted right by rhs bits, filled with the sign">;
def Chlo_BroadcastShiftRightLogicalOp
  : Chlo_BroadcastSameOp<"broadcast_shift_right_logical",
      "lhs shifted right by rhs bits, filled with zeros">;
def Chlo_BroadcastSubOp
  : Chlo_BroadcastSameOp<"broadcast_subtract", "lhs - rhs">;
def Chlo_BroadcastXorOp
  : Chlo_BroadcastBitsOp<"broadcast_xor", "bitwise lhs exclusive-or rhs">;
def Chlo_BroadcastZetaOp : Chlo_BroadcastSameOp<"broadcast_zeta",
  "the sum of (rhs + k)^-lhs for k = 0, 1, 2, …", [], Chlo_FloatTensor>;

def Chlo_BroadcastSelectOp : Chlo_Op<"broadcast_select",
    "on_true where pred holds, on_false elsewhere",
    [Pure, Chlo_BroadcastsOperands,
     AllElementTypesMatch<["on_true", "on_false"]>]> {
  let arguments = (ins Chlo_RankedBoolTensor:$pred, Chlo_AnyTensor:$on_true,
                       Chlo_AnyTensor:$on_false);
  let results = (outs Chlo_AnyTensor:$result);
  let assemblyFormat = "$pred `,` $on_true `,` $on_false attr-dict `:` "
    "`(` type($pred) `,` type($on_true) `,` type($on_false) `)` `->` "
    "type($result)";
}

#endif // DIALECTS_CHLO_IR_CHLOBROADCAST_TD
