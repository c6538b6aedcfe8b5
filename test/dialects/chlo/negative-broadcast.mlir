// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @negative_broadcast_shape(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{expects a result compatible with 'tensor<2x3xf32>', but got 'tensor<2x4xf32>'}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @negative_broadcast_mapped_shape(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) {
  // expected-error @+1 {{expects a result compatible with 'tensor<3x2xf32>', but got 'tensor<2x3xf32>'}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1, 0>} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @negative_broadcast_negative_dimension(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{expects broadcast_dimensions of 0 or more, but got -1}}
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: -1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @negative_broadcast_types(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{expects one element type, but got 'f32' and 'f16'}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @negative_broadcast_result_type(%a: tensor<2xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{expects one element type, but got 'f32' and 'f16'}}
  %0 = chlo.broadcast_maximum %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @negative_broadcast_quantized_storage(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x!quant.uniform<i16:f32, 0.5>>) {
  // expected-error @+1 {{expects one element type, but got '!quant.uniform<i8:f32, 5.000000e-01>' and '!quant.uniform<i16:f32, 5.000000e-01>'}}
  %0 = chlo.broadcast_add %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i16:f32, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @negative_broadcast_divide_types(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{requires the same element type for all operands and results}}
  %0 = chlo.broadcast_divide %a, %b : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @negative_broadcast_bits_of_float(%a: tensor<2xf32>) {
  // expected-error @+1 {{must be tensor of 1-bit signless integer or 2/4/8/16/32/64-bit signless or unsigned integer values, but got 'tensor<2xf32>'}}
  %0 = chlo.broadcast_and %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @negative_broadcast_complex_type(%a: tensor<2xf32>) {
  // expected-error @+1 {{failed to verify that the result holds complex numbers of the operands' type}}
  %0 = chlo.broadcast_complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f64>>
  return
}

// -----

func.func @negative_broadcast_compare_types(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{expects one element type, but got 'f32' and 'f16'}}
  %0 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xi1>
  return
}

// -----

func.func @negative_broadcast_compare_without_direction(%a: tensor<2xf32>) {
  // expected-error @+1 {{requires attribute 'comparison_direction'}}
  %0 = chlo.broadcast_compare %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// -----

func.func @negative_broadcast_select_types(%p: tensor<2xi1>, %a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{failed to verify that all of {on_true, on_false} have same element type}}
  %0 = chlo.broadcast_select %p, %a, %b : (tensor<2xi1>, tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

// expected-error @+2 {{expected one of [EQ, NE, GE, GT, LE, LT] for comparison direction, got: XX}}
// expected-error @+1 {{failed to parse}}
func.func private @negative_comparison_direction() attributes {a = #chlo<comparison_direction XX>}
