// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An update that is skipped if a gradient is not finite.
func.func @main(%w: tensor<72x40xf32>, %x: tensor<96x72xf16>, %dy: tensor<96x40xf16>, %g: tensor<72x40xf32>, %scale: tensor<f32>) -> (tensor<72x40xf32>, tensor<i1>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %inverse = stablehlo.divide %one, %scale : tensor<f32>
  %0 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<96x72xf16>, tensor<96x40xf16>) -> tensor<72x40xf32>
  %1 = stablehlo.add %0, %g : tensor<72x40xf32>
  %2 = stablehlo.broadcast_in_dim %inverse, dims = [] : (tensor<f32>) -> tensor<72x40xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<72x40xf32>
  %4 = stablehlo.is_finite %3 : (tensor<72x40xf32>) -> tensor<72x40xi1>
  %5 = stablehlo.reduce(%4 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<72x40xi1>, tensor<i1>) -> tensor<i1>
  %6 = stablehlo.subtract %w, %3 : tensor<72x40xf32>
  %7 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<i1>) -> tensor<72x40xi1>
  %8 = stablehlo.select %7, %6, %w : tensor<72x40xi1>, tensor<72x40xf32>
  return %8, %5 : tensor<72x40xf32>, tensor<i1>
}
