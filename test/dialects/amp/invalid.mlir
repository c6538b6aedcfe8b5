// RUN: amp-opt %s -split-input-file -verify-diagnostics

func.func @negative_cast_to_same_type(%x: tensor<2xf32>) {
  // expected-error @+1 {{'amp.cast' op expects another element type than its input's, 'f32'}}
  %0 = amp.cast %x <unlisted> : tensor<2xf32> to tensor<2xf32>
  return
}

// -----

func.func @negative_cast_changes_shape(%x: tensor<2xf32>) {
  // expected-error @+1 {{'amp.cast' op all non-scalar operands/results must have the same shape and base type}}
  %0 = amp.cast %x <unlisted> : tensor<2xf32> to tensor<3xf16>
  return
}

// -----

func.func @negative_cast_of_integers(%x: tensor<2xi32>) {
  // expected-error @+1 {{operand #0 must be floating-point-like, but got 'tensor<2xi32>'}}
  %0 = amp.cast %x <unlisted> : tensor<2xi32> to tensor<2xf16>
  return
}

// -----

func.func @negative_unknown_reason(%x: f32) {
  // expected-error @+2 {{expected ::mlir::amp::ReasonKind to be one of: allow, infer, clear, deny, path, structure, exact, random, given, unlisted, force, rule, require}}
  // expected-error @+1 {{failed to parse Amp_ReasonAttr parameter 'kind'}}
  %0 = amp.cast %x <because> : f32 to f16
  return
}

// -----

// expected-error @+1 {{expects compute = f16 or bf16, but got 'f32'}}
module attributes {amp.policy = #amp.policy<compute = f32, accumulate = f32>} {}

// -----

// expected-error @+1 {{expects accumulate = f32, but got 'f16'}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f16>} {}

// -----

// expected-error @+1 {{expects "contraction" on one list, but it is on allow and on deny}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], deny = ["contraction"]>} {}

// -----

// expected-error @+1 {{expects strings and #amp.when in clear, but got 1 : i64}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, clear = [1]>} {}

// -----

// expected-error @+1 {{expects 'amp.reason' to be #amp.reason, but got "because"}}
func.func private @negative_reason() attributes {amp.reason = "because"}

// -----

// expected-error @+1 {{expects 'amp.results' to be an array of types, but got [1]}}
func.func private @negative_results() attributes {amp.results = [1]}

// -----

// expected-error @+1 {{expects 'amp.before' on a module only}}
func.func private @negative_before() attributes {amp.before = {}}

// -----

// expected-error @+1 {{expects 'amp.before' to be a dictionary, but got 1 : i64}}
module attributes {amp.before = 1} {}

// -----

// expected-error @+1 {{expects #amp.when<"select", {note}> on one list, but it is on infer and on force}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, infer = [#amp.when<"select", {note}>], force = [#amp.when<"select", {note}>]>} {}

// -----

// expected-error @+2 {{failed to parse Amp_PolicyAttr parameter 'infer'}}
// expected-error @+1 {{expects an attribute for "select" to depend on, but got {}}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, infer = [#amp.when<"select", {}>]>} {}

// -----

// expected-error @+1 {{expects #amp.rule in rules, but got "select"}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = ["select"]>} {}

// -----

// expected-error @+2 {{failed to parse Amp_PolicyAttr parameter 'rules'}}
// expected-error @+1 {{expects a condition in a rule: argument, scope, location, function, role, attributes, min_elements, max_elements or op}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, label = "all">]>} {}

// -----

// expected-error @+2 {{failed to parse Amp_PolicyAttr parameter 'rules'}}
// expected-error @+1 {{expects bounds of elements in order, but got 2 and 1}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, min_elements = 2, max_elements = 1>]>} {}

// -----

// expected-error @+2 {{failed to parse Amp_PolicyAttr parameter 'rules'}}
// expected-error @+1 {{expects bounds of elements in order, but got -1 and 0}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, min_elements = -1>]>} {}

// -----

// expected-error @+1 {{expects io to be compute, 'f16', but got 'bf16'}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, io = bf16>} {}

// -----

// expected-error @+2 {{failed to parse Amp_PolicyAttr parameter 'rules'}}
// expected-error @+1 {{expects a regular expression as scope, but got "(": parentheses not balanced}}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [#amp.rule<deny, scope = "(">]>} {}

// -----

// expected-error @+1 {{expects 'amp.policy' to be #amp.policy, but got "f16"}}
module attributes {amp.policy = "f16"} {}

// -----

// expected-error @+1 {{expects 'amp.applied' to be a dictionary, but got 1 : i64}}
module attributes {amp.applied = 1} {}

// -----

// expected-error @+1 {{expects 'amp.policy' on a module only}}
func.func private @negative_policy_on_function() attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>}

// -----

func.func @negative_precision_is_a_string(%x: f32) {
  // expected-error @+1 {{expects 'amp.precision' to be #amp.precision, but got "f16"}}
  %0 = math.exp %x {amp.precision = "f16"} : f32
  return
}

// -----

func.func @negative_slot_of_tensors(%x: f32) {
  // expected-error @+1 {{expects a scalar type for each slot, but got 'tensor<2xf16>'}}
  %0 = math.exp %x {amp.precision = #amp.precision<[tensor<2xf16>], <unlisted>>} : f32
  return
}

// -----

func.func @negative_misspelt_attribute(%x: f32) {
  // expected-error @+1 {{has an unknown attribute 'amp.presicion'}}
  %0 = math.exp %x {amp.presicion = 1} : f32
  return
}

// -----

func.func @negative_require_is_a_string(%x: f32) {
  // expected-error @+1 {{expects 'amp.require' to be #amp.require, but got "deny"}}
  %0 = math.exp %x {amp.require = "deny"} : f32
  return
}

// -----

func.func @negative_listed_is_a_string(%x: f32) {
  // expected-error @+1 {{expects 'amp.listed' to be #amp.listed, but got "deny"}}
  %0 = math.exp %x {amp.listed = "deny"} : f32
  return
}

// -----

func.func @negative_role_is_a_number(%x: f32) {
  // expected-error @+1 {{expects 'amp.role' to be a string, but got 1 : i64}}
  %0 = math.exp %x {amp.role = 1} : f32
  return
}
