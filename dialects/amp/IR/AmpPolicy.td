// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// User constraints: lists and rules of a policy, and requirements on single
// ops.
#ifndef DIALECTS_AMP_IR_AMPPOLICY_TD
#define DIALECTS_AMP_IR_AMPPOLICY_TD

include "dialects/amp/IR/AmpAttributes.td"

def Amp_ListKind : I32EnumAttr<"ListKind", "a list of a policy", [
    I32EnumAttrCase<"allow", 0>, I32EnumAttrCase<"infer", 1>,
    I32EnumAttrCase<"clear", 2>, I32EnumAttrCase<"deny", 3>,
    I32EnumAttrCase<"force", 4>, I32EnumAttrCase<"tf32", 5>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

def Amp_F32Mode : I32EnumAttr<"F32Mode", "mode of f32 contractions", [
    I32EnumAttrCase<"keep", 0>, I32EnumAttrCase<"strict", 1>,
    I32EnumAttrCase<"tf32", 2>]> {
  let cppNamespace = "::mlir::amp";
  let genSpecializedAttr = 0;
}

def Amp_F32ModeParameter : EnumParameter<Amp_F32Mode> {
  let defaultValue = "::mlir::amp::F32Mode::keep";
}

def Amp_WhenAttr : Amp_Attr<"When", "when"> {
  let summary = "a list entry for ops with certain attributes";
  let description = [{
    Matches the ops that the first part names (an op or a class) and whose
    inherent or discardable attributes of these names equal the given ones; a
    dictionary matches if it contains the given entries.

    ```mlir
    #amp.when<"stablehlo.reduce", {dimensions = array<i64: 0>}>
    #amp.when<"my.activation", {composite_attributes = {kind = "elu"}}>
    ```
  }];
  let parameters = (ins "::mlir::StringAttr":$op,
                        "::mlir::DictionaryAttr":$attributes);
  let assemblyFormat = "`<` $op `,` $attributes `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// For people: `stablehlo.reduce {dimensions = array<i64: 0>}`.
    std::string describe() const;
  }];
}

def Amp_OptionalString : OptionalParameter<"::mlir::StringAttr">;

def Amp_RuleAttr : Amp_Attr<"Rule", "rule"> {
  let summary = "selects a list for ops by position, role, size or attributes";
  let description = [{
    Matches the ops that meet every condition:

    * `argument`: the op reads a function argument whose name, or whose
      `jax.arg_info` or `jax.result_info`, matches, or whose number in a public
      function is the given one, written `#3`; also through loops, branches and
      calls;
    * `scope`: one of the outermost names in the op's location matches. JAX
      writes its name stack there:
      `"jit(step)/transpose(jvp(Net))/layer_3/dot_general"`;
    * `location`: some part of the location matches: a name, or
      `"model.py:12:3"`, also inside fused and call-site locations;
    * `function`: the symbol name of the surrounding function matches (of the
      function itself, for its arguments and results);
    * `role`: the op's `amp.role` from recognition: `"layer_norm.statistic"`,
      or a bare group name for its statistics and its interior;
    * `attributes`: the op's attributes of these names equal these, as in
      `#amp.when`;
    * `min_elements`, `max_elements`: the op's largest float tensor has at
      least, or at most, that many elements (in the body of a map, reduction,
      sort or scatter: the largest of that op); an unknown size meets neither;
    * `op`: the name of the op, its class, or `"contraction.result"`.

    The first four are regular expressions (POSIX, extended), which match
    anywhere unless anchored by `^` and `$`. `label` is for reports.

    Of the rules that match an op, **the most specific wins**. Kinds of
    conditions are compared in the order above, and the first difference
    decides: with `argument` beats without; both of `scope` and `location` beat
    one, which beats none; with `function` beats without; a role of a group
    beats a group, which beats none; more `attributes` beat fewer; both bounds of
    elements beat one, which beats none; an op name beats a class, which beats
    none. Rules of equal rank that put an op on
    different lists are an error at that op. A rule that matches nothing is a
    warning.

    ```mlir
    #amp.rule<deny, scope = "/softmax/">
    #amp.rule<force, label = "head", op = "contraction", function = "^main$">
    #amp.rule<deny, max_elements = 1024, op = "elementwise">
    ```
  }];
  let parameters = (ins
    EnumParameter<Amp_ListKind>:$list, Amp_OptionalString:$label,
    Amp_OptionalString:$argument, Amp_OptionalString:$scope,
    Amp_OptionalString:$location, Amp_OptionalString:$function,
    Amp_OptionalString:$role,
    OptionalParameter<"::mlir::DictionaryAttr">:$attributes,
    OptionalParameter<"int64_t">:$min_elements,
    OptionalParameter<"int64_t">:$max_elements, Amp_OptionalString:$op);
  let assemblyFormat = [{
    `<` $list `,` struct($label, $argument, $scope, $location, $function, $role,
                         $attributes, $min_elements, $max_elements, $op) `>`
  }];
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// For people: the list, and the label or else the conditions.
    std::string describe() const;
  }];
}

def Amp_RequireAttr : Amp_Attr<"Require", "require"> {
  let summary = "the list that the user requires for this op";
  let description = [{
    As `amp.require` on an op. It overrides rules and lists, and stays until
    native lowering. On an op with regions, or a function, `deny` applies to all
    ops inside, calls included: AMP is off there. AMP is also off in a composite
    "amp.off", by which an exporter marks such a part of a program.
  }];
  let parameters = (ins EnumParameter<Amp_ListKind>:$list);
  let assemblyFormat = "`<` $list `>`";
}

def Amp_ListedAttr : Amp_Attr<"Listed", "listed"> {
  let summary = "the list that a rule, or an entry with a condition, selected";
  let description = [{
    Result of a policy's rules for one op: `amp-attach-policy` writes it as
    `amp.listed` (for the results of a contraction, `amp.listed_result`), and
    `amp-assign-precision` consumes it.
  }];
  let parameters = (ins EnumParameter<Amp_ListKind>:$list,
                        "::mlir::amp::ReasonAttr":$reason);
  let assemblyFormat = "`<` $list `,` $reason `>`";
  let extraClassDeclaration = [{
    /// Returns the list that an entry, or the `amp.require` of an op, selects.
    static ListedAttr ofEntry(ListKind list, ::mlir::StringAttr entry);
    static ListedAttr ofConstraint(RequireAttr constraint);
  }];
}

class Amp_ListParameter<string what> : DefaultValuedParameter<
    "::mlir::ArrayAttr", "::mlir::ArrayAttr::get($_ctxt, {})", what>;

def Amp_PolicyAttr : Amp_Attr<"Policy", "policy"> {
  let summary = "permitted number formats per op";
  let description = [{
    * `compute`: the low precision, f16 or bf16.
    * `accumulate`: the type of sums and of contraction results, f32.
    * `allow`: may be lowered to `compute`; the solver decides.
    * `infer`: lowered where its operands and its users are low.
    * `clear`: has the precision of its neighbours.
    * `deny`: never lowered.
    * `force`: lowered wherever its types can change: no denied neighbour and no
      structure of a training step keeps it f32. If a comparison must be exact
      (a maximum, and the test for its element) and its other side stays f32, it
      is an error. Values computed from random bits alone, and values whose type
      the program fixes, keep their types all the same.
    * `tf32`: never lowered; the operands of a contraction may be rounded to the
      11 significant bits of TF32, regardless of `f32`.
    * `rules`: select one of these lists for ops, regardless of the lists.
    * `io`: type of f32 arguments and results of public functions: `compute`, or
      unchanged.
    * `f32`: precision of contractions that stay f32. A GPU may round the
      operands of those with StableHLO's `DEFAULT` precision to TF32. `keep`: as
      in the input. `strict`: f32 (`HIGHEST`). `tf32`: f32 where a list, a rule
      or `amp.require` denies them, where the structure of a training step needs
      f32, or where the operands are known to need more than 11 bits, as
      positions do; TF32 is permitted for the rest. A program that requests more
      than the default keeps it in every mode.

    An entry is the name of an op (`"stablehlo.dot_general"`) or of a composite
    (`"my.softmax"`), a class of the op model
    (`"contraction"`), `"contraction.result"` for the results of contractions, a
    role of recognition (`"group.layer_norm.statistic"`; a bare
    `"group.layer_norm"` means its statistics and its interior), or one of them
    with a condition (`#amp.when<…>`). A role wins over a condition, a condition
    over none, more attributes over fewer, and an op name over a class. One
    entry on two lists is an error. An op that no list names keeps its types.

    The first four lists follow TensorFlow's Grappler pass
    `auto_mixed_precision`.

    ```mlir
    module attributes {amp.policy = #amp.policy<compute = bf16,
        accumulate = f32, allow = ["contraction"], deny = ["tosa.conv2d"],
        rules = [#amp.rule<deny, scope = "/head/">]>} {}
    ```
  }];
  let parameters = (ins "::mlir::Type":$compute, "::mlir::Type":$accumulate,
                        Amp_ListParameter<"may be lowered">:$allow,
                        Amp_ListParameter<"follows both sides">:$infer,
                        Amp_ListParameter<"follows either side">:$clear,
                        Amp_ListParameter<"never lowered">:$deny,
                        Amp_ListParameter<"always lowered">:$force,
                        Amp_ListParameter<"edit the lists">:$rules,
                        OptionalParameter<"::mlir::Type">:$io,
                        Amp_ListParameter<"f32 that may be cut">:$tf32,
                        Amp_F32ModeParameter:$f32);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    static constexpr ListKind allLists[] = {
        ListKind::allow, ListKind::infer, ListKind::clear, ListKind::deny,
        ListKind::force, ListKind::tf32};
    ::mlir::ArrayAttr getList(ListKind list) const;

    static constexpr ::llvm::StringLiteral groupPrefix = "group.";

    /// Returns true if the entry matches by more than the name of an op.
    static bool dependsOnOp(::mlir::Attribute entry);

    /// Returns true if the policy has rules, or entries with conditions.
    bool hasConditions() const;

    /// This policy with another `compute` type, which `io` follows.
    PolicyAttr withCompute(::mlir::Type compute) const;

    /// This policy with another `io`.
    PolicyAttr withIo(::mlir::Type io) const;

    /// This policy with another `f32`.
    PolicyAttr withF32(F32Mode f32) const;

    /// Returns true if no list or rule lowers an op.
    bool lowersNothing() const {
      return getAllow().empty() && getForce().empty() && getRules().empty() &&
             !getIo();
    }

    /// A string that tells this policy from others: a hash of its text, the
    /// same on every machine.
    ::mlir::StringAttr fingerprint() const;
  }];
}

#endif // DIALECTS_AMP_IR_AMPPOLICY_TD
