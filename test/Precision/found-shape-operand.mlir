// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16"

/// A parameter that a shape operand reshapes is a parameter: a shape is no data. amp-verify expected f32 where the pass
/// lowered it.
func.func @main(%arg0: tensor<f32>, %arg1: tensor<6xf32>) -> (tensor<4x3xf32>, tensor<1x6xf32>) {
  %c = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %c_0 = stablehlo.constant dense<[[1], [0]]> : tensor<2x1xi32>
  %cst = stablehlo.constant dense<2.000000e+00> : tensor<6x6xf32>
  %0 = stablehlo.tanh %arg0 : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x6xf32>
  %2 = stablehlo.dynamic_reshape %1, %c : (tensor<1x6xf32>, tensor<2xi64>) -> tensor<2x3xf32>
  %3 = stablehlo.iota dim = 0 : tensor<4x3xf32>
  %4 = "stablehlo.scatter"(%3, %c_0, %2) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
    stablehlo.return %arg3 : tensor<f32>
  }) : (tensor<4x3xf32>, tensor<2x1xi32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %5 = stablehlo.dot_general %1, %cst, contracting_dims = [1] x [0] : (tensor<1x6xf32>, tensor<6x6xf32>) -> tensor<1x6xf32>
  return %4, %5 : tensor<4x3xf32>, tensor<1x6xf32>
}
