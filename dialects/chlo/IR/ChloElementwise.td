// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_CHLO_IR_CHLOELEMENTWISE_TD
#define DIALECTS_CHLO_IR_CHLOELEMENTWISE_TD

include "dialects/chlo/IR/ChloBase.td"

// One operand.
class Chlo_UnaryOp<string mnemonic, Type operandType, Type resultType,
                   string text, list<Trait> traits>
    : Chlo_Op<mnemonic, text,
              [Pure, Elementwise, SameOperandsAndResultShape] # traits> {
  let arguments = (ins operandType:$operand);
  let results = (outs resultType:$result);
  let assemblyFormat =
    "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Chlo_MapOp<string mnemonic, Type type, string text>
  : Chlo_UnaryOp<mnemonic, type, type, text,
                 [SameOperandsAndResultElementType]>;
class Chlo_RealOp<string mnemonic, string text>
  : Chlo_MapOp<mnemonic, Chlo_FloatTensor, text>;
class Chlo_RealOrComplexOp<string mnemonic, string text>
  : Chlo_MapOp<mnemonic, Chlo_FloatOrComplexTensor, text>;
class Chlo_TestOp<string mnemonic, string text>
  : Chlo_UnaryOp<mnemonic, Chlo_FloatTensor, Chlo_BoolTensor, text, []>;

def Chlo_AcosOp : Chlo_RealOrComplexOp<"acos",
  "the y in [0, pi] with cos(y) = x; nan outside [-1, 1]">;
def Chlo_AcoshOp : Chlo_RealOrComplexOp<"acosh",
  "log(x + sqrt(x*x - 1)); nan below 1">;
def Chlo_AsinAcosKernelOp : Chlo_MapOp<"_asin_acos_kernel", Chlo_ComplexTensor,
  "w, the common part of complex asin and acos: with z = x + iy, asin(z) = "
  "(atan2(x, re w), copysign(im w, y)) and acos(z) = (atan2(re w, x), "
  "-copysign(im w, y))">;
def Chlo_AsinOp : Chlo_RealOrComplexOp<"asin",
  "the y in [-pi/2, pi/2] with sin(y) = x; nan outside [-1, 1]">;
def Chlo_AsinhOp : Chlo_RealOrComplexOp<"asinh", "log(x + sqrt(x*x + 1))">;
def Chlo_AtanOp : Chlo_RealOrComplexOp<"atan",
  "the y in [-pi/2, pi/2] with tan(y) = x">;
def Chlo_AtanhOp : Chlo_RealOrComplexOp<"atanh",
  "log((1 + x) / (1 - x)) / 2; nan outside [-1, 1]">;
def Chlo_BesselI1eOp : Chlo_RealOrComplexOp<"bessel_i1e",
  "exp(-|x|) * I1(x), I1 the modified Bessel function of order one">;
def Chlo_ConjOp : Chlo_RealOrComplexOp<"conj", "re x - i * im x">;
def Chlo_CoshOp : Chlo_RealOrComplexOp<"cosh", "(exp(x) + exp(-x)) / 2">;
def Chlo_DigammaOp : Chlo_RealOp<"digamma",
  "the derivative of log(gamma(x))">;
def Chlo_ErfInvOp : Chlo_RealOp<"erf_inv",
  "the y with erf(y) = x; infinite at -1 and 1, nan beyond">;
def Chlo_ErfOp : Chlo_RealOp<"erf",
  "2/sqrt(pi) times the integral of exp(-t*t) for t from 0 to x">;
def Chlo_ErfcOp : Chlo_RealOp<"erfc",
  "1 - erf(x), without cancellation for large x">;
def Chlo_IsInfOp : Chlo_TestOp<"is_inf", "whether x is +inf or -inf">;
def Chlo_IsNegInfOp : Chlo_TestOp<"is_neg_inf", "whether x is -inf">;
def Chlo_IsPosInfOp : Chlo_TestOp<"is_pos_inf", "whether x is +inf">;
def Chlo_LgammaOp : Chlo_RealOp<"lgamma", "log(|gamma(x)|)">;
def Chlo_SinhOp : Chlo_RealOrComplexOp<"sinh", "(exp(x) - exp(-x)) / 2">;
def Chlo_SquareOp : Chlo_RealOrComplexOp<"square", "x * x">;
def Chlo_TanOp : Chlo_RealOrComplexOp<"tan", "sin(x) / cos(x)">;

// Two operands of one shape.
class Chlo_BinaryOp<string mnemonic, Type type, string first, string second,
                    string text>
    : Chlo_Op<mnemonic, text,
              [Pure, SameOperandsAndResultShape,
               SameOperandsAndResultElementType]> {
  let arguments = !dag(ins, [type, type], [first, second]);
  let results = (outs type:$result);
  let assemblyFormat = "$" # first # " `,` $" # second #
    " attr-dict `:` type($" # first # ") `,` type($" # second #
    ") `->` type($result)";
}
def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi", Chlo_RankedIntTensor, "lhs", "rhs",
  "the high half of the double-width product of lhs and rhs">;
def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after", Chlo_FloatTensor, "x", "y",
  "the neighbour of x in its format on the way to y, subnormals included">;
def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma", Chlo_FloatTensor, "n", "x",
  "the derivative of order n + 1 of log(gamma(x))">;
def Chlo_ZetaOp : Chlo_BinaryOp<"zeta", Chlo_FloatTensor, "x", "q",
  "Hurwitz zeta: the sum of (q + k)^-x for k = 0, 1, 2, …">;

#endif // DIALECTS_CHLO_IR_CHLOELEMENTWISE_TD
