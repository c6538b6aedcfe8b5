// RUN: amp-opt %s -verify-diagnostics --amp-assign-precision

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
