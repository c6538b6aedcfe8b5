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
    Returns its operand. Exporters write all four marks as composites, which any
    consumer reads as the identity:

    ```mlir
    %1 = stablehlo.composite "amp.loss" %0 {composite_attributes =
        {group = "main"}, decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
    ```

    `amp-convert-marks` converts the composite to this op. `group` connects the
    marks of one loss; a step with several losses (of a generator and a
    discriminator) has several groups, each with a scale of its own. The default
    group is "main".

    The loss is a float scalar, or one float per example if a batch of losses is
    differentiated at once; the seed then has the same shape. A loss without
    users may be erased: the seed is sufficient.

    ```mlir
    %1 = amp.loss "main" %0 : tensor<f32>
    ```
  }];
  let extraClassDeclaration = [{
    static constexpr ::llvm::StringLiteral markName = "amp.loss";
  }];
}

def Amp_SeedOp : Amp_OneValueMarkOp<"seed"> {
  let summary = "the start of the backward pass";
  let description = [{
    Returns its operand, the gradient of the loss with respect to itself: 1, or
    one value per loss of a batch. `amp-scale-loss` multiplies it by the scale.
    A seed may be inside a loop (gradient accumulation), and a group may have
    several seeds (a sum of losses).

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
  let summary = "complete gradients, before clipping and the optimizer";
  let description = [{
    Returns its operands. `amp-scale-loss` divides them by the scale, and tests
    for infinities and NaN. The mark belongs behind the sum over devices and
    over parts of a batch, before clipping and before the optimizer. `names` are
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
  let summary = "state that a step passes to the next: new and old values";
  let description = [{
    Returns the new values. A scaled step returns the old values, bit by bit, if
    a gradient from which the new value is computed, or any gradient of the
    group if there is none, is infinite or NaN. Everything that the next step
    reads belongs here: weights, moments, counters, statistics of batch
    normalisation, averages, schedules. A state without a mark advances although
    the step is skipped.

    `kinds`, one per state, is `parameter`, `moment`, `counter`, `statistic`,
    `key` or `other`. A `key` of a random number generator always advances, so
    that a skipped step draws other numbers when it is repeated. The composite
    has `kinds`, or one `kind` for all.

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
