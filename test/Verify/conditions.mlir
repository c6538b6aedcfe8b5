// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Rules, roles and entries with conditions are resolved by the verifier: no op
/// of the input says `amp.listed`. Where nothing matches, the lists count.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["group.softmax.output"], deny = ["transcendental", "group.softmax", #amp.when<"stablehlo.sqrt", {result_accuracy = 1 : i32}>], rules = [#amp.rule<allow, scope = "/fast/">, #amp.rule<deny, scope = "/fast/", location = "slow">, #amp.rule<allow, argument = "tokens", op = "stablehlo.tanh">, #amp.rule<deny, function = "^helper$">, #amp.rule<deny, min_elements = 32, op = "elementwise">]>} {
  func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32> loc("jit(f)/fast/exp")
    %1 = stablehlo.exponential %0 : tensor<4x4xf32> loc(callsite("jit(f)/fast/exp" at "slow"))
    %2 = stablehlo.tanh %t : tensor<4x4xf32>
    %3 = stablehlo.tanh %x : tensor<4x4xf32>
    %4 = call @helper(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
    %6 = stablehlo.negate %5 : tensor<2x4x4xf32>
    %7 = stablehlo.dot %4, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %7 : tensor<4x4xf32>
  }
  func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Allowed by scope, and by what a named argument is read by.
func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %t16 = amp.cast %t <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.exponential %x16 : tensor<4x4xf16>
  %e = amp.cast %0 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %1 = stablehlo.exponential %e : tensor<4x4xf32>
  %2 = stablehlo.tanh %t16 : tensor<4x4xf16>
  %3 = stablehlo.tanh %x : tensor<4x4xf32>
  %u = amp.cast %2 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %4 = call @helper(%u) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.negate %5 : tensor<2x4x4xf32>
  %v = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %7 = stablehlo.dot %v, %0 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  return %7 : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

/// A rule with two places is more specific.
func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.exponential %x16 : tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.exponential' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %1 = stablehlo.exponential %0 : tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

/// Another argument.
func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.exponential %x16 : tensor<4x4xf16>
  %e = amp.cast %0 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %1 = stablehlo.exponential %e : tensor<4x4xf32>
  %2 = stablehlo.tanh %t : tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.tanh' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %3 = stablehlo.tanh %x16 : tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

/// Large tensors.
func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
  %0 = stablehlo.exponential %x : tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %t : tensor<4x4xf32>
  %3 = stablehlo.tanh %x : tensor<4x4xf32>
  %4 = call @helper(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
  %a = amp.cast %5 <unlisted> : tensor<2x4x4xf32> to tensor<2x4x4xf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %6 = stablehlo.negate %a : tensor<2x4x4xf16>
  return %x : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

/// A function by its name.
func.func @main(%x: tensor<4x4xf32>, %t: tensor<4x4xf32> {jax.arg_info = "tokens"}) -> tensor<4x4xf32> {
  %0 = stablehlo.exponential %x : tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %t : tensor<4x4xf32>
  %3 = stablehlo.tanh %x : tensor<4x4xf32>
  %4 = call @helper(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x4xf32>) -> tensor<2x4x4xf32>
  %6 = stablehlo.negate %5 : tensor<2x4x4xf32>
  %7 = stablehlo.dot %4, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %7 : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %0 = stablehlo.add %a, %a : tensor<4x4xf16>
  %b = amp.cast %0 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}
