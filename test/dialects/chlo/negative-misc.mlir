// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @negative_constant_type() {
  // expected-error @+1 {{failed to verify that all of {value, output} have same type}}
  %0 = "chlo.constant"() <{value = dense<1.0> : tensor<2xf32>}> : () -> tensor<3xf32>
  return
}

// -----

func.func @negative_constant_index() {
  // expected-error @+1 {{must be statically shaped tensor of}}
  %0 = chlo.constant dense<1> : tensor<2xindex>
  return
}

// -----

func.func @negative_constant_like_type(%a: tensor<2xf32>) {
  // expected-error @+1 {{expects a value of type 'f16', but got 'f32'}}
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @negative_constant_like_shape(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires the same shape for all operands and results}}
  %0 = "chlo.constant_like"(%a) <{value = 1.0 : f32}> : (tensor<2xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @negative_top_k_scalar(%a: tensor<f32>) {
  // expected-error @+1 {{expects an operand of rank 1 or more, but got 'tensor<f32>'}}
  %0:2 = chlo.top_k(%a, k = 1) : tensor<f32> -> (tensor<1xf32>, tensor<1xi32>)
  return
}

// -----

func.func @negative_top_k_too_many(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a last dimension of at least k = 9, but got 'tensor<8xf32>'}}
  %0:2 = chlo.top_k(%a, k = 9) : tensor<8xf32> -> (tensor<9xf32>, tensor<9xi32>)
  return
}

// -----

func.func @negative_top_k_shape(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a result compatible with 'tensor<2xf32>', but got 'tensor<3xf32>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<8xf32> -> (tensor<3xf32>, tensor<2xi32>)
  return
}

// -----

func.func @negative_top_k_index_type(%a: tensor<8xf32>) {
  // expected-error @+1 {{expects a result compatible with 'tensor<2xi32>', but got 'tensor<2xi64>'}}
  %0:2 = chlo.top_k(%a, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi64>)
  return
}

// -----

func.func @negative_top_k_below_zero(%a: tensor<8xf32>) {
  // expected-error @+1 {{64-bit signless integer attribute whose value is non-negative}}
  %0:2 = chlo.top_k(%a, k = -1) : tensor<8xf32> -> (tensor<?xf32>, tensor<?xi32>)
  return
}
