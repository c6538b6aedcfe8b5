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

def Amp_OpClass : I32EnumAttr<"OpClass", "class of an op", [
    // Sums products of two operands, as tensor cores do.
    I32EnumAttrCase<"contraction", 0>,
    // Exact or correctly rounded, one element at a time.
    I32EnumAttrCase<"elementwise", 1>,
    // Roots, exponentials and other functions, one element at a time.
    I32EnumAttrCase<"transcendental", 2>,
    // Combines many elements into one.
    I32EnumAttrCase<"reduction", 3>,
    // Combines each element with all before it.
    I32EnumAttrCase<"scan", 4>,
    // Moves values to static positions; computes nothing.
    I32EnumAttrCase<"layout", 5>,
    // Compares values or returns one of its operands; rounds nothing.
    I32EnumAttrCase<"select", 6>,
    // Moves values to or from positions that other operands hold.
    I32EnumAttrCase<"gather_scatter", 7>,
    // Controls execution: branches, loops, order.
    I32EnumAttrCase<"control", 8>,
    // Runs a function.
    I32EnumAttrCase<"call", 9>,
    // Moves or combines values between devices.
    I32EnumAttrCase<"collective", 10>,
    // Draws random numbers or random bits.
    I32EnumAttrCase<"random", 11>,
    // Operates on bits and not on the number that they represent.
    I32EnumAttrCase<"bits", 12>,
    // Has a value that is known at compile time.
    I32EnumAttrCase<"constant", 13>,
    // Changes the format of numbers, as written in the program.
    I32EnumAttrCase<"convert", 14>,
    // Unknown, or restricted to f32.
    I32EnumAttrCase<"opaque", 15>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

//===----------------------------------------------------------------------===//
// Reasons and decisions
//===----------------------------------------------------------------------===//

def Amp_ReasonKind : I32EnumAttr<"ReasonKind", "reason kind of a decision", [
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

def Amp_Safety : I32EnumAttr<"Safety", "reason why a low format is safe", [
    // The lists allow it; the values are unknown.
    I32EnumAttrCase<"assumed", 0>,
    // The low format holds all operands and results, in every run.
    I32EnumAttrCase<"proven", 1>,
    // Computed from a seed, so that loss scaling keeps it in range.
    I32EnumAttrCase<"guarded", 2>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

class Amp_Attr<string cppName, string keyword> : AttrDef<Amp_Dialect, cppName> {
  let mnemonic = keyword;
}

def Amp_ReasonAttr : Amp_Attr<"Reason", "reason"> {
  let summary = "reason of the precision of an op or a value";
  let description = [{
    * `allow, "contraction"`: that entry of the allow list;
    * `infer, "elementwise"`, `clear, "layout"`: that entry of the list, by
      which the op has the precision of its neighbours, or stays f32;
    * `deny, "stablehlo.convolution"`: that entry of the deny list;
    * `force, "linalg.matmul"`: that entry of the force list;
    * `rule, "deny scope=softmax"`: that rule, which selects a list;
    * `require, "deny"`: the op's own `amp.require`;
    * `path, "stablehlo.exponential"`: denied because that op is denied and this
      `infer` op depends on it;
    * `structure, "update"`: f32 by the structure of a training step, regardless
      of the lists;
    * `exact`: one precision with the op that compares its result exactly;
    * `random`: computed from random bits alone;
    * `given, "algorithm"`: the input program fixes it (that attribute, or
      16-bit operands);
    * `range, "reaches 8.0e+04"`: the low format does not hold an operand or
      result; for a low op, `range, "stablehlo.reduce"`: the format holds them,
      although that op is denied and this `infer` op depends on it;
    * `body, "holds 'stablehlo.exponential', denied by 'transcendental'"`: the op
      and its body have one type, and an op in the body must stay f32;
    * `cost, "contraction"`: that entry permits low, but the casts would take
      more time than the low format saves;
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
  let summary = "decided number format of one op";
  let description = [{
    One type per slot group of the op, in the order of its row in the op model
    (a slot group is a set of operands and results that must share a float type;
    a matrix product has two, its operands and its result). For control flow,
    one per carried value or result, and for a function one per argument and
    then one per result, of any type. An empty list means that the op keeps its
    types. The reason may be followed by the safety of the low format, if ranges
    show more than lists: `proven` or `guarded`.

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
  let summary = "bounds of the elements of a value";
  let description = [{
    Declared by the user for all runs, or `recorded` in some runs. No element
    except zero has a smaller magnitude than `nonzero`, if that is known.

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
