// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-attach-policy

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, function = "tie">, #amp.rule<allow, function = "negative">]>} {
  // expected-error @+1 {{'func.func' op matches two rules of equal rank that disagree: "deny function=tie" and "allow function=negative"; make one of them more specific, or say amp.require}}
  func.func @negative_tie(%x: f32) {
    return
  }
}

// -----

/// No tie where the user decides, where both say the same, or where a third
/// rule outranks them; a rule for ops without f32 matches nothing.
// expected-warning @+1 {{rule "deny op=math.sin" matches no op that handles f32}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, scope = "a">, #amp.rule<allow, location = "a">, #amp.rule<deny, location = "b">, #amp.rule<infer, scope = "c", op = "math.exp">, #amp.rule<deny, op = "math.sin">]>} {
  func.func @no_tie(%x: f32, %h: f16) {
    %0 = math.exp %x {amp.require = #amp.require<deny>} : f32 loc("a")
    %1 = math.exp %x : f32 loc("d"("b"))
    %2 = math.exp %x : f32 loc("ac")
    %3 = math.sin %h : f16
    return
  }
}

// -----

// expected-error @+1 {{expects an op name or a class of ops in a policy, but got "matmuls"}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, op = "matmuls">]>} {}

// -----

// expected-error @+1 {{expects an op name or a class of ops in a policy, but got "matmuls"}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, force = [#amp.when<"matmuls", {a}>]>} {}

// -----

/// A name of a loaded dialect that it does not have; one of another dialect, or
/// of a composite, may be right.
// expected-warning @+2 {{dialect 'func' has no op "func.cal"; nearest is 'func.call'}}
// expected-warning @+1 {{dialect 'func' has no op "func.softmax"}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["func.cal", "func.softmax", "func.call", "my.softmax"]>} {
  func.func private @f()
}

// -----

/// A rule by size or by argument that matches no op emits a warning, too.
// expected-warning @+2 {{rule "deny min_elements=5" matches no op that handles f32}}
// expected-warning @+1 {{rule "deny argument=^#7$" matches no op that handles f32}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, min_elements = 5>, #amp.rule<deny, argument = "^#7$">]>} {
  func.func @f(%x: tensor<4xf32>) {
    %0 = math.exp %x : tensor<4xf32>
    return
  }
}

// -----

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, min_elements = 4>, #amp.rule<allow, max_elements = 4>]>} {
  func.func @negative_size_tie(%x: tensor<4xf32>) {
    // expected-error @+1 {{'math.exp' op matches two rules of equal rank that disagree: "deny min_elements=4" and "allow max_elements=4"; make one of them more specific, or say amp.require}}
    %0 = math.exp %x : tensor<4xf32>
    return
  }
}
