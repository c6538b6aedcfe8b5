// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_STABLEHLO_IR_STABLEHLOENUMS_TD
#define DIALECTS_STABLEHLO_IR_STABLEHLOENUMS_TD

include "mlir/IR/EnumAttr.td"
include "dialects/stablehlo/IR/StablehloDialect.td"

class Stablehlo_Case<string name, int value> : I32EnumAttrCase<name, value>;

class Stablehlo_Enum<string name, string summary, list<Stablehlo_Case> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::mlir::amp::stablehlo";
}

/// Prints `#stablehlo<mnemonic VALUE>`, and bare `VALUE` inside an op.
class Stablehlo_EnumAttr<EnumInfo info, string mnemonic>
    : EnumAttr<Stablehlo_Dialect, info, mnemonic> {
  let assemblyFormat = "$value";
}

def Stablehlo_Precision : Stablehlo_Enum<"Precision",
    "how exactly a contraction treats its operands", [
      Stablehlo_Case<"DEFAULT", 0>, Stablehlo_Case<"HIGH", 1>,
      Stablehlo_Case<"HIGHEST", 2>]>;
def Stablehlo_PrecisionAttr
    : Stablehlo_EnumAttr<Stablehlo_Precision, "precision">;

def Stablehlo_ResultAccuracyMode : Stablehlo_Enum<"ResultAccuracyMode",
    "how exact a transcendental result must be", [
      Stablehlo_Case<"DEFAULT", 0>, Stablehlo_Case<"HIGHEST", 1>,
      Stablehlo_Case<"TOLERANCE", 2>]>;
def Stablehlo_ResultAccuracyModeAttr
    : Stablehlo_EnumAttr<Stablehlo_ResultAccuracyMode, "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def Stablehlo_FftType : Stablehlo_Enum<"FftType", "direction and domain of an FFT", [
      Stablehlo_Case<"FFT", 0>, Stablehlo_Case<"IFFT", 1>,
      Stablehlo_Case<"RFFT", 2>, Stablehlo_Case<"IRFFT", 3>]>;
def Stablehlo_FftTypeAttr : Stablehlo_EnumAttr<Stablehlo_FftType, "fft_type">;

def Stablehlo_ComparisonDirection : Stablehlo_Enum<"ComparisonDirection",
    "relation that a comparison tests", [
      Stablehlo_Case<"EQ", 0>, Stablehlo_Case<"NE", 1>, Stablehlo_Case<"GE", 2>,
      Stablehlo_Case<"GT", 3>, Stablehlo_Case<"LE", 4>, Stablehlo_Case<"LT", 5>]>;
def Stablehlo_ComparisonDirectionAttr
    : Stablehlo_EnumAttr<Stablehlo_ComparisonDirection, "comparison_direction">;

def Stablehlo_ComparisonType : Stablehlo_Enum<"ComparisonType",
    "order that a comparison uses", [
      Stablehlo_Case<"NOTYPE", 0>, Stablehlo_Case<"FLOAT", 1>,
      Stablehlo_Case<"TOTALORDER", 2>, Stablehlo_Case<"SIGNED", 3>,
      Stablehlo_Case<"UNSIGNED", 4>]>;
def Stablehlo_ComparisonTypeAttr
    : Stablehlo_EnumAttr<Stablehlo_ComparisonType, "comparison_type">;

def Stablehlo_Transpose : Stablehlo_Enum<"Transpose",
    "what is done to the matrix of a triangular solve", [
      Stablehlo_Case<"TRANSPOSE_INVALID", 0>, Stablehlo_Case<"NO_TRANSPOSE", 1>,
      Stablehlo_Case<"TRANSPOSE", 2>, Stablehlo_Case<"ADJOINT", 3>]>;
def Stablehlo_TransposeAttr
    : Stablehlo_EnumAttr<Stablehlo_Transpose, "transpose">;

def Stablehlo_RngDistribution : Stablehlo_Enum<"RngDistribution",
    "distribution of random numbers", [
      Stablehlo_Case<"UNIFORM", 1>, Stablehlo_Case<"NORMAL", 2>]>;
def Stablehlo_RngDistributionAttr
    : Stablehlo_EnumAttr<Stablehlo_RngDistribution, "rng_distribution">;

def Stablehlo_RngAlgorithm : Stablehlo_Enum<"RngAlgorithm",
    "generator of random bits", [
      Stablehlo_Case<"DEFAULT", 0>, Stablehlo_Case<"THREE_FRY", 1>,
      Stablehlo_Case<"PHILOX", 2>]>;
def Stablehlo_RngAlgorithmAttr
    : Stablehlo_EnumAttr<Stablehlo_RngAlgorithm, "rng_algorithm">;

/// Stored as a plain i32 attribute, so it is the one specialised enum.
def Stablehlo_CustomCallApiVersion : I32EnumAttr<"CustomCallApiVersion",
    "calling convention of a custom call", [
      Stablehlo_Case<"API_VERSION_UNSPECIFIED", 0>,
      Stablehlo_Case<"API_VERSION_ORIGINAL", 1>,
      Stablehlo_Case<"API_VERSION_STATUS_RETURNING", 2>,
      Stablehlo_Case<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
      Stablehlo_Case<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::mlir::amp::stablehlo";
}

#endif // DIALECTS_STABLEHLO_IR_STABLEHLOENUMS_TD
