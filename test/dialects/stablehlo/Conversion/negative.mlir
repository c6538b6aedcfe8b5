// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @negative_quantized(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.uniform_quantize' has no lowering to linalg}}
  %0 = stablehlo.uniform_quantize %a : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 0.5>>
  // expected-error @+1 {{'stablehlo.uniform_dequantize' has no lowering to linalg}}
  %1 = stablehlo.uniform_dequantize %0 : (tensor<4x!quant.uniform<i8:f32, 0.5>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

func.func @negative_broadcast_of_unknown_sizes(%a: tensor<?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  // expected-error @+1 {{'chlo.broadcast_add' has no lowering to linalg}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
