// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16"

/// A number that a reduced format holds stays as small as it is: amp-verify bounded it by the clamp alone.
func.func @main(%w: tensor<3x4xf32>) -> tensor<3x3xf32> {
  %cst = stablehlo.constant dense<6.250000e-02> : tensor<f32>
  %0 = stablehlo.reduce_precision %cst, format = e5m2 : tensor<f32>
  %low = stablehlo.constant dense<-1.600000e+01> : tensor<f32>
  %high = stablehlo.constant dense<1.600000e+01> : tensor<f32>
  %1 = stablehlo.clamp %low, %0, %high : tensor<f32>
  %2 = chlo.cosh %1 : tensor<f32> -> tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %4 = stablehlo.dot_general %w, %3, contracting_dims = [1] x [0] : (tensor<3x4xf32>, tensor<4x3xf32>) -> tensor<3x3xf32>
  return %4 : tensor<3x3xf32>
}
