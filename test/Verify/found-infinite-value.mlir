// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16" --input-seed=515910

/// A minimum that starts at -infinity is -infinity in every run, in f32 as in bf16; amp-verify reported a finite number that
/// bf16 does not hold.
func.func @main() -> tensor<1x10xf32> {
  %cst = stablehlo.constant dense<1.000000e+02> : tensor<238xf32>
  %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%cst init: %cst_0) applies stablehlo.minimum across dimensions = [0] : (tensor<238xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<238xf32>
  %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<238xf32>, tensor<f32>) -> tensor<f32>
  %c = stablehlo.constant dense<0> : tensor<i32>
  %3:2 = stablehlo.while(%i = %c, %a = %2) : tensor<i32>, tensor<f32>
  cond {
    %true = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %true : tensor<i1>
  } do {
    stablehlo.return %i, %0 : tensor<i32>, tensor<f32>
  }
  %4 = stablehlo.broadcast_in_dim %3#1, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
  %5 = "stablehlo.map"(%4, %4) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg0: tensor<f32>, %arg1: tensor<f32>):
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %9 = stablehlo.bitcast_convert %c_3 : (tensor<i32>) -> tensor<f32>
    stablehlo.return %9 : tensor<f32>
  }) : (tensor<5x2xf32>, tensor<5x2xf32>) -> tensor<5x2xf32>
  %6 = stablehlo.reshape %4 : (tensor<5x2xf32>) -> tensor<2x5xf32>
  %7 = stablehlo.dot_general %5, %6, contracting_dims = [1] x [0] : (tensor<5x2xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
  %8 = stablehlo.reshape %5 : (tensor<5x2xf32>) -> tensor<1x10xf32>
  return %8 : tensor<1x10xf32>
}
