// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @negative_unary_shape(%a: tensor<2xf32>) {
  // expected-error @+1 {{all non-scalar operands/results must have the same shape and base type}}
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<3xf32>
  return
}

// -----

func.func @negative_unary_type(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = chlo.erf %a : tensor<2xf32> -> tensor<2xf16>
  return
}

// -----

func.func @negative_unary_complex(%a: tensor<2xcomplex<f32>>) {
  // expected-error @+1 {{must be tensor of 4/6/8/16/32/64-bit float values, but got 'tensor<2xcomplex<f32>>'}}
  %0 = chlo.erf %a : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  return
}

// -----

func.func @negative_unary_integer(%a: tensor<2xi32>) {
  // expected-error @+1 {{must be tensor of 4/6/8/16/32/64-bit float or complex of 32/64-bit float values, but got 'tensor<2xi32>'}}
  %0 = chlo.square %a : tensor<2xi32> -> tensor<2xi32>
  return
}

// -----

func.func @negative_predicate_type(%a: tensor<2xf32>) {
  // expected-error @+1 {{must be tensor of 1-bit signless integer values, but got 'tensor<2xi8>'}}
  %0 = chlo.is_inf %a : tensor<2xf32> -> tensor<2xi8>
  return
}

// -----

func.func @negative_mulhi_float(%a: tensor<2xf32>) {
  // expected-error @+1 {{must be ranked tensor of 2/4/8/16/32/64-bit signless or unsigned integer values, but got 'tensor<2xf32>'}}
  %0 = chlo.mulhi %a, %a : tensor<2xf32>, tensor<2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @negative_binary_types(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = chlo.zeta %a, %b : tensor<2xf32>, tensor<2xf16> -> tensor<2xf32>
  return
}
