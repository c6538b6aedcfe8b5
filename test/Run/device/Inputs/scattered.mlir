// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// 4096 terms for each of four sums, which atomic additions compute in any order.
func.func @main(%terms: tensor<16384xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %count = stablehlo.iota dim = 0 : tensor<16384x1xi32>
  %four = stablehlo.constant dense<4> : tensor<16384x1xi32>
  %where = stablehlo.remainder %count, %four : tensor<16384x1xi32>
  %sums = "stablehlo.scatter"(%zero, %where, %terms) <{
    scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<4xf32>, tensor<16384x1xi32>, tensor<16384xf32>) -> tensor<4xf32>
  return %sums : tensor<4xf32>
}
