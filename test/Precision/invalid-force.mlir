// RUN: amp-opt %s -split-input-file -verify-diagnostics --amp-assign-precision=solver=paint

/// Rounding the maximum and not what it is compared with would divide zero by
/// zero later: the wish cannot be met, and is not dropped in silence either.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["stablehlo.compare"], force = ["stablehlo.reduce"]>} {
  func.func @negative_exact_group(%x: tensor<4x4xf32>, %zero: tensor<f32>) -> tensor<4xi1> {
    // expected-error @+1 {{'stablehlo.reduce' op is forced low, but is compared exactly with an op that stays f32}}
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    // expected-note @+1 {{this op, for the reason #amp.reason<deny, "stablehlo.compare">}}
    %1 = stablehlo.compare EQ, %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    return %1 : tensor<4xi1>
  }
}

// -----

/// A wish that nothing can meet is not dropped in silence.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>} {
  func.func @negative_unmet(%x: tensor<4xf32>, %h: tensor<4xf16>) {
    // expected-warning @+1 {{keeps its types, although 'amp.require' forces it low, for the reason #amp.reason<given, "kind of op">}}
    %0 = "stablehlo.custom_call"(%x) <{call_target_name = "f"}> {amp.require = #amp.require<force>} : (tensor<4xf32>) -> tensor<4xf32>
    // expected-warning @+1 {{keeps its types, although 'amp.require' forces it low, for the reason #amp.reason<unlisted>}}
    call @callee(%x) {amp.require = #amp.require<force>} : (tensor<4xf32>) -> ()
    return
  }
  func.func private @callee(%x: tensor<4xf32>)
}
