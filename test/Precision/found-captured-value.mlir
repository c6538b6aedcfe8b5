// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=bf16 preset=torch-cuda" --input-seed=948381

/// A body captures a value that is lowered outside: both operands of the addition in the body keep one type.
func.func private @f0(%arg0: tensor<2xf32>, %arg1: tensor<f32>) -> (tensor<f32>, tensor<5x2xf32>) {
  %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<5x2xf32>
  %cst = stablehlo.constant dense<-5.000000e-01> : tensor<5x3xf32>
  %cst_0 = stablehlo.constant dense<1.500000e+00> : tensor<f32>
  %1 = "stablehlo.select_and_scatter"(%0, %cst, %cst_0) <{padding = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    %4 = stablehlo.add %arg2, %arg1 : tensor<f32>
    %c = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg2 : tensor<f32>
  }) : (tensor<5x2xf32>, tensor<5x3xf32>, tensor<f32>) -> tensor<5x2xf32>
  %cst_1 = stablehlo.constant dense<1.500000e+00> : tensor<2x5xf32>
  %2 = stablehlo.dot_general %1, %cst_1, contracting_dims = [1] x [0] : (tensor<5x2xf32>, tensor<2x5xf32>) -> tensor<5x5xf32>
  %3 = stablehlo.reshape %2 : (tensor<5x5xf32>) -> tensor<25xf32>
  %cst_2 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
  return %cst_2, %1 : tensor<f32>, tensor<5x2xf32>
}
func.func @main(%arg0: tensor<f32>, %arg1: tensor<5x2xf32>) -> tensor<5x2xf32> {
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
  %0:2 = call @f0(%cst, %arg0) : (tensor<2xf32>, tensor<f32>) -> (tensor<f32>, tensor<5x2xf32>)
  return %arg1 : tensor<5x2xf32>
}
