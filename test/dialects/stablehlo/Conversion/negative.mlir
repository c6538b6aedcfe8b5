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
  // expected-error @+1 {{'chlo.broadcast_add' has no lowering to linalg: it broadcasts sizes that are not static}}
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @negative_complex_constant_like(%a: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{'chlo.constant_like' has no lowering to linalg: its value is complex}}
  %0 = "chlo.constant_like"(%a) <{value = #complex.number<:f32 1.0, 0.0> : complex<f32>}> : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @negative_sparse_constant() -> tensor<4xui8> {
  // expected-error @+1 {{'stablehlo.constant' has no lowering to linalg: its value is written in another way}}
  %0 = stablehlo.constant sparse<0, 1> : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// -----

func.func @negative_quantized_iota() {
  // expected-error @+1 {{'stablehlo.iota' has no lowering to linalg: linalg has no type for tensor<4x!quant.uniform<i8:f32, 5.000000e-01>>}}
  %0 = stablehlo.iota dim = 0 : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @negative_reshape_of_unknown_size(%a: tensor<?x4xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'stablehlo.reshape' has no lowering to linalg: its shapes are not static}}
  %0 = stablehlo.reshape %a : (tensor<?x4xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

/// Nor is it elementwise.
func.func @negative_bitcast_of_unknown_size(%a: tensor<?xi32>) -> tensor<?x4xi8> {
  // expected-error @+1 {{'stablehlo.bitcast_convert' has no lowering to linalg: its shapes are not static}}
  %0 = stablehlo.bitcast_convert %a : (tensor<?xi32>) -> tensor<?x4xi8>
  return %0 : tensor<?x4xi8>
}

// -----

func.func @negative_padding_known_late(%a: tensor<4xf32>, %p: tensor<f32>, %n: tensor<1xi64>) -> tensor<?xf32> {
  // expected-error @+1 {{'stablehlo.dynamic_pad' has no lowering to linalg: its sizes are known too late}}
  %0 = stablehlo.dynamic_pad %a, %p, %n, %n, %n : (tensor<4xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
