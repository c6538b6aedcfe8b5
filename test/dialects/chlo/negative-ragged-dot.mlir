// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @negative_precision_count(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects at most 2 precisions, but got 3}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_precision_kind(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{failed to satisfy constraint: array of chlo precisions}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [1], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_no_ragged(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects one lhs ragged dimension, but got 0}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_two_ragged(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects one lhs ragged dimension, but got 2}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0, 1], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_lhs_range(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects lhs dimensions in [0, 2), but got 5}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [5], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_ragged_range(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects lhs dimensions in [0, 2), but got -1}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [-1], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_group_range(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects rhs dimensions in [0, 3), but got 9}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [9]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_group_is_contracted(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects each rhs dimension at most once, but got 1 again}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_contracting_count(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects as many contracting dimensions on both sides, but got 0 and 1}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_contracting_size(%l: tensor<8x4xf32>, %r: tensor<2x5x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects equal sizes of contracting dimensions, but got 4 and 5}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x5x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_batching_size(%l: tensor<6x8x4xf32>, %r: tensor<7x2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects equal sizes of batching dimensions, but got 6 and 7}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1], lhs_batching_dimensions = [0], rhs_batching_dimensions = [0]>}> : (tensor<6x8x4xf32>, tensor<7x2x4x3xf32>, tensor<2xi32>) -> tensor<6x8x3xf32>
  return
}
