// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16"

/// A loop that counts from 1 to 5 ends at 5, and the body of a map bounds its elements: amp-verify knew neither, so that
/// only the clamps bounded what the exponential and the product compute.
func.func @main(%arg0: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %c = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %c, %a = %arg0) : tensor<i32>, tensor<3x3xf32>
  cond {
    %end = stablehlo.constant dense<5> : tensor<i32>
    %p = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.sine %a : tensor<3x3xf32>
    stablehlo.return %n, %s : tensor<i32>, tensor<3x3xf32>
  }
  %1 = stablehlo.convert %0#0 : (tensor<i32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %cst = stablehlo.constant dense<-1.600000e+01> : tensor<f32>
  %cst_1 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
  %3 = stablehlo.clamp %cst, %2, %cst_1 : (tensor<f32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %4 = stablehlo.exponential_minus_one %3 : tensor<3x3xf32>
  %5 = stablehlo.dot_general %4, %arg0, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %6 = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.tanh %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %cst_2 = stablehlo.constant dense<-7.000000e+04> : tensor<f32>
  %cst_3 = stablehlo.constant dense<7.000000e+04> : tensor<f32>
  %7 = stablehlo.clamp %cst_2, %6, %cst_3 : (tensor<f32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %8 = stablehlo.dot_general %7, %arg0, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %5, %8 : tensor<3x3xf32>, tensor<3x3xf32>
}
