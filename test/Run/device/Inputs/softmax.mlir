// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Three kernels: a product, sums of columns, and a division.
func.func @main(%a: tensor<64x64xbf16>, %b: tensor<64x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
  %1 = stablehlo.exponential %0 : tensor<64x64xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %4 = stablehlo.divide %1, %3 : tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
