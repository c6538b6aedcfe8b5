// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums of many elements to few results, which are split over the chip.
func.func @main(%a: tensor<512x1024xf32>, %b: tensor<512x1024xf32>) -> (tensor<f32>, tensor<f32>, tensor<i1>, tensor<1024xf32>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %d = stablehlo.subtract %a, %b : tensor<512x1024xf32>
  %s = stablehlo.multiply %d, %d : tensor<512x1024xf32>
  %0 = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.reduce(%a init: %m) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<f32>
  %f = stablehlo.is_finite %b : (tensor<512x1024xf32>) -> tensor<512x1024xi1>
  %t = stablehlo.constant dense<true> : tensor<i1>
  %2 = stablehlo.reduce(%f init: %t) applies stablehlo.and across dimensions = [0, 1] : (tensor<512x1024xi1>, tensor<i1>) -> tensor<i1>
  %3 = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<i1>, tensor<1024xf32>
}
