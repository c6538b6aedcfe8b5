// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DIALECTS_AMP_IR_AMPATTRIBUTES_TD
#define DIALECTS_AMP_IR_AMPATTRIBUTES_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "dialects/amp/IR/AmpDialect.td"

//===----------------------------------------------------------------------===//
// Classes of ops, as lists of a policy may name them
//===----------------------------------------------------------------------===//

def Amp_OpClass : I32EnumAttr<"OpClass", "what kind of work an op does", [
    // Sums products of two operands: what tensor cores do.
    I32EnumAttrCase<"contraction", 0>,
    // Exact or correctly rounded, one element at a time.
    I32EnumAttrCase<"elementwise", 1>,
    // Roots, exponentials and other functions, one element at a time.
    I32EnumAttrCase<"transcendental", 2>,
    // Combines many elements into one.
    I32EnumAttrCase<"reduction", 3>,
    // Combines each element with all before it.
    I32EnumAttrCase<"scan", 4>,
    // Moves values to places that are known beforehand; computes nothing.
    I32EnumAttrCase<"layout", 5>,
    // Compares values or returns one of its operands; rounds nothing.
    I32EnumAttrCase<"select", 6>,
    // Moves values to or from places that other values tell.
    I32EnumAttrCase<"gather_scatter", 7>,
    // Decides what runs, how often, in which order.
    I32EnumAttrCase<"control", 8>,
    // Runs a function.
    I32EnumAttrCase<"call", 9>,
    // Moves or combines values between devices.
    I32EnumAttrCase<"collective", 10>,
    // Draws random numbers or random bits.
    I32EnumAttrCase<"random", 11>,
    // Works on bits and not on the number that they stand for.
    I32EnumAttrCase<"bits", 12>,
    // Has a value that is known before anything runs.
    I32EnumAttrCase<"constant", 13>,
    // Changes the format of numbers because the program says so.
    I32EnumAttrCase<"convert", 14>,
    // Nothing is known, or nothing but f32 is possible.
    I32EnumAttrCase<"opaque", 15>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Reasons and decisions
//===----------------------------------------------------------------------===//

def Amp_ReasonKind : I32EnumAttr<"ReasonKind", "what decided a precision", [
    I32EnumAttrCase<"allow", 0>, I32EnumAttrCase<"infer", 1>,
    I32EnumAttrCase<"clear", 2>, I32EnumAttrCase<"deny", 3>,
    I32EnumAttrCase<"path", 4>, I32EnumAttrCase<"structure", 5>,
    I32EnumAttrCase<"exact", 6>, I32EnumAttrCase<"random", 7>,
    I32EnumAttrCase<"given", 8>, I32EnumAttrCase<"unlisted", 9>,
    I32EnumAttrCase<"force", 10>, I32EnumAttrCase<"rule", 11>,
    I32EnumAttrCase<"require", 12>,
    I32EnumAttrCase<"range", 13>, I32EnumAttrCase<"cost", 14>,
    I32EnumAttrCase<"tf32", 15>, I32EnumAttrCase<"body", 16>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

def Amp_Safety : I32EnumAttr<"Safety", "why a low format is safe", [
    // Lists allow it; nobody knows the values.
    I32EnumAttrCase<"assumed", 0>,
    // The low format holds all that is read and made, in every run.
    I32EnumAttrCase<"proven", 1>,
    // Made from a seed, so that loss scaling keeps it in range.
    I32EnumAttrCase<"guarded", 2>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

class Amp_Attr<string cppName, string keyword> : AttrDef<Amp_Dialect, cppName> {
  let mnemonic = keyword;
}

def Amp_ReasonAttr : Amp_Attr<"Reason", "reason"> {
  let summary = "why an op or a value has its precision";
  let description = [{
    * `allow, "contraction"`: that entry of the allow list;
    * `infer, "elementwise"`, `clear, "layout"`: that entry of the list, by
      which the op follows its neighbours or, where it stays f32, does not;
    * `deny, "stablehlo.convolution"`: that entry of the deny list;
    * `force, "linalg.matmul"`: that entry of the force list;
    * `rule, "deny scope=softmax"`: that rule, which puts the op on a list;
    * `require, "deny"`: the op's own `amp.require`;
    * `path, "stablehlo.exponential"`: denied because that op is and this one
      infers from it;
    * `structure, "update"`: f32 by the shape of a training step, whatever the
      lists say;
    * `exact`: one precision with the op that compares its result exactly;
    * `random`: made of random bits alone;
    * `given, "algorithm"`: the input program fixes it (that attribute, or
      operands that are 16-bit already);
    * `range, "reaches 8.0e+04"`: the low format cannot hold what the op reads
      or makes; of an op that is low, `range, "stablehlo.reduce"`: it can,
      although that op is denied and this one infers from it;
    * `body, "holds 'stablehlo.exponential', denied by 'transcendental'"`: the op
      and its body have one type, and something in the body must stay f32;
    * `cost, "contraction"`: that entry lets it be low, but the program takes
      less time with this in f32 than with the casts that it would need;
    * `unlisted`: no list names the op, so it keeps its types.
  }];
  let parameters = (ins EnumParameter<Amp_ReasonKind>:$kind,
                        OptionalParameter<"::mlir::StringAttr">:$entry);
  let assemblyFormat = "`<` $kind (`,` $entry^)? `>`";
}

def Amp_SafetyParameter : EnumParameter<Amp_Safety> {
  let defaultValue = "::mlir::amp::Safety::assumed";
}

def Amp_PrecisionAttr : Amp_Attr<"Precision", "precision"> {
  let summary = "the number format decided for one op";
  let description = [{
    One type per slot group of the op, in the order of its row in the op model
    (a slot group is a set of operands and results that must share a float type;
    a matrix product has two, its operands and its result). For control flow,
    one per carried value or result, and for a function one per argument and
    then one per result, whatever their types. An empty list means that the op
    keeps its types. Behind the reason, where ranges say more than lists, why
    the low format is safe: `proven` or `guarded`.

    ```mlir
    %0 = stablehlo.dot_general %a, %b, … {amp.precision =
      #amp.precision<[bf16, f32], <allow, "contraction">>} : …
    ```
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$slots,
                        "::mlir::amp::ReasonAttr":$reason,
                        Amp_SafetyParameter:$safety);
  let builders = [AttrBuilder<(ins "::llvm::ArrayRef<::mlir::Type>":$slots,
                                   "::mlir::amp::ReasonAttr":$reason), [{
    return $_get($_ctxt, slots, reason, Safety::assumed);
  }]>];
  let assemblyFormat =
      "`<` custom<Slots>($slots) `,` $reason (`,` $safety^)? `>`";
  let genVerifyDecl = 1;
}

def Amp_SafetyAttr : EnumAttr<Amp_Dialect, Amp_Safety, "safety"> {
  let assemblyFormat = "`<` $value `>`";
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

def Amp_RangeAttr : Amp_Attr<"Range", "range"> {
  let summary = "between which ends the elements of a value lie";
  let description = [{
    Declared by the user, for all runs, or `recorded` in some. No element but
    zero is nearer to zero than `nonzero`, if that is known.

    ```mlir
    func.func @main(%tokens: tensor<8xi32> {amp.range = #amp.range<0.0, 5.0e4>},
                    %x: tensor<8xf32> {amp.range = #amp.range<-2.0, 2.0>})
    %0 = stablehlo.tanh %x {amp.range =
      #amp.range<-0.5, 0.9, nonzero = 1.0e-3, recorded>} : tensor<8xf32>
    ```
  }];
  let parameters = (ins APFloatParameter<"">:$lo, APFloatParameter<"">:$hi,
                        APFloatParameter<"">:$nonzero, "bool":$recorded);
  let builders = [AttrBuilder<(ins "double":$lo, "double":$hi,
                                   "double":$nonzero, "bool":$recorded)>];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // DIALECTS_AMP_IR_AMPATTRIBUTES_TD
