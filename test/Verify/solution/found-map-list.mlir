// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16" --input-seed=55037

/// A body that bitcasts pins its map to f32, although the list permits the low type: the checker named the list as the
/// reason.
func.func @main(%arg0: tensor<f32>, %arg1: tensor<f32>) -> tensor<4x2x10xf32> {
  %0 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.bitcast_convert %c : (tensor<i32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<4x2x10xf32>
  return %cst : tensor<4x2x10xf32>
}
