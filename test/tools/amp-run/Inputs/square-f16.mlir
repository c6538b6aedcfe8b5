// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 300.0]> : tensor<3xf32>
  %low = stablehlo.convert %x : (tensor<3xf32>) -> tensor<3xf16>
  %y = call @square(%low) : (tensor<3xf16>) -> tensor<3xf16>
  %high = stablehlo.convert %y : (tensor<3xf16>) -> tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%high init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}

func.func private @square(%x: tensor<3xf16>) -> tensor<3xf16> {
  %y = stablehlo.multiply %x, %x : tensor<3xf16>
  return %y : tensor<3xf16>
}
