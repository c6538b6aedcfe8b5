// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One hidden size of three products, which a chain of other ops joins.
func.func @main(%x: tensor<8192x1024xf32>, %u: tensor<1024x1001xf32>, %v: tensor<1001x1001xf32>, %w: tensor<1001x1024xf32>) -> tensor<8192x1024xf32> {
  %0 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<8192x1024xf32>, tensor<1024x1001xf32>) -> tensor<8192x1001xf32>
  %1 = stablehlo.tanh %0 : tensor<8192x1001xf32>
  %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<8192x1001xf32>, tensor<1001x1001xf32>) -> tensor<8192x1001xf32>
  %3 = stablehlo.tanh %2 : tensor<8192x1001xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<8192x1001xf32>, tensor<1001x1024xf32>) -> tensor<8192x1024xf32>
  return %4 : tensor<8192x1024xf32>
}
