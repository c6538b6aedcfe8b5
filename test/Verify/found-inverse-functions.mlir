// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16"

/// An angle is at most pi: amp-verify bounded it by the clamp alone, and took its exponential for 8.9e6.
func.func @main(%x: tensor<f32>, %w: tensor<2x2xf32>) -> tensor<2x4xf32> {
  %0 = chlo.asin %x : tensor<f32> -> tensor<f32>
  %low = stablehlo.constant dense<-1.600000e+01> : tensor<f32>
  %high = stablehlo.constant dense<1.600000e+01> : tensor<f32>
  %1 = stablehlo.clamp %low, %0, %high : tensor<f32>
  %2 = stablehlo.exponential_minus_one %1 : tensor<f32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<2x4xf32>
  %4 = stablehlo.dot %w, %3 : (tensor<2x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}
