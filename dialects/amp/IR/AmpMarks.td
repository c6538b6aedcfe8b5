// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Marks of a training step: its loss, its seed, its gradients and its states.
#ifndef DIALECTS_AMP_IR_AMPMARKS_TD
#define DIALECTS_AMP_IR_AMPMARKS_TD

include "mlir/IR/OpBase.td"
include "dialects/amp/IR/AmpDialect.td"

class Amp_MarkOp<string mnemonic, list<Trait> traits>
    : Op<Amp_Dialect, mnemonic, traits> {
  let hasVerifier = 1;
}

class Amp_OneValueMarkOp<string mnemonic>
    : Amp_MarkOp<mnemonic, [AllTypesMatch<["value", "output"]>]> {
  let arguments = (ins StrAttr:$group, AnyType:$value);
  let results = (outs AnyType:$output);
  let assemblyFormat = "$group $value attr-dict `:` type($value)";
}

def Amp_LossOp : Amp_OneValueMarkOp<"loss"> {
  let summary = "the value that is differentiated";
  let description = [{
    Gives its operand. Exporters write all four marks as composites, which any
    consumer reads as the identity:

    ```mlir
    %1 = stablehlo.composite "amp.loss" %0 {composite_attributes =
        {group = "main"}, decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
    ```

    `amp-convert-marks` makes this op of it. `group` ties together the marks of
    one loss; a step with several losses (of a generator and a discriminator)
    has several, each with a scale of its own. Without one, the group is "main".

    The loss is a float scalar, or one per example where a batch of losses is
    differentiated at once; the seed then has the same shape. A loss that
    nobody reads may be gone: what counts is the seed.

    ```mlir
    %1 = amp.loss "main" %0 : tensor<f32>
    ```
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral markName = "amp.loss";
  }];
}

def Amp_SeedOp : Amp_OneValueMarkOp<"seed"> {
  let summary = "where the backward pass starts";
  let description = [{
    Gives its operand, the gradient of the loss with respect to itself: 1, or
    one per loss of a batch. Here `amp-scale-loss` multiplies by the scale. A
    seed may be inside a loop (a batch in several parts), and a group may have
    several (a sum of losses).

    ```mlir
    %1 = amp.seed "main" %one : tensor<f32>
    ```
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral markName = "amp.seed";
  }];
}

def Amp_GradientsOp : Amp_MarkOp<"gradients", [
    RangedTypesMatchWith<"gradients keep their types", "values", "outputs",
                         "$_self">]> {
  let summary = "gradients, complete, before anything is done with them";
  let description = [{
    Gives its operands. Here `amp-scale-loss` divides by the scale, and looks
    for infinities and NaN. It belongs behind the sum over devices and over
    parts of a batch, before clipping and before the optimizer. `names` are
    for messages, one per gradient.

    ```mlir
    %1:2 = amp.gradients "main" %w, %b names ["['w']", "['b']"] : tensor<4x4xf32>, tensor<4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$group, Variadic<AnyType>:$values,
                       OptionalAttr<StrArrayAttr>:$names);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $group $values (`names` $names^)? attr-dict (`:` type($values)^)?
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral markName = "amp.gradients";
  }];
}

def Amp_StateOp : Amp_MarkOp<"state", [SameVariadicOperandSize,
    RangedTypesMatchWith<"new and old values have the same types", "values",
                         "old", "$_self">,
    RangedTypesMatchWith<"states keep their types", "values", "outputs",
                         "$_self">]> {
  let summary = "what one step leaves to the next: new values and old ones";
  let description = [{
    Gives the new values. In a scaled step it gives the old ones, bit by bit,
    when a gradient that the new value was made from, or any of its group if
    none was, is infinite or NaN. So everything belongs here that the next step
    reads: weights, moments, counters, statistics of batch normalisation,
    averages, schedules. What is left out goes on although the step was skipped.

    `kinds`, one per state, says what a state is: `parameter`, `moment`,
    `counter`, `statistic`, `key` or `other`. A `key` of a random number
    generator always becomes new, so that a skipped step draws other numbers
    when it is tried again. The composite takes `kinds`, or one `kind` for all.

    New values come first, then old ones of the same types:

    ```mlir
    %1:2 = amp.state "main" (%w1, %key1) else (%w0, %key0)
        names ["['w']", "['key']"] kinds ["parameter", "key"]
        : tensor<4xf32>, tensor<2xui32>
    ```
  }];
  let arguments = (ins StrAttr:$group, Variadic<AnyType>:$values,
                       Variadic<AnyType>:$old,
                       OptionalAttr<StrArrayAttr>:$names,
                       OptionalAttr<StrArrayAttr>:$kinds);
  let results = (outs Variadic<AnyType>:$outputs);
  let assemblyFormat = [{
    $group ` ` `(` $values `)` `else` ` ` `(` $old `)` (`names` $names^)?
    (`kinds` $kinds^)? attr-dict (`:` type($values)^)?
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral markName = "amp.state";

    /// `state "['w']"`, or its number where it has no name.
    std::string describe(unsigned number);
    /// Returns true if the state takes its new value in a skipped step, too.
    bool alwaysAdvances(unsigned number);
  }];
}

#endif // DIALECTS_AMP_IR_AMPMARKS_TD
