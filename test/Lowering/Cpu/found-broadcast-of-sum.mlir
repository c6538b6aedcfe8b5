// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16" --compile=1 --property=compiled

/// A reduction over no dimensions adds to its destination: fused into a broadcast, it added the initial value once per
/// copy.
func.func @main(%arg0: tensor<1x3xf32>, %arg1: tensor<f32>) -> tensor<2x3x2xf32> {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [] : (tensor<1x3xf32>, tensor<f32>) -> tensor<1x3xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x3xf32>) -> tensor<2x3x2xf32>
  return %1 : tensor<2x3x2xf32>
}
