// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

func.func @negative_scalar_sizes(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<i32>) {
  // expected-error @+1 {{expects group_sizes of rank 1 or more, but got 'tensor<i32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<i32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_sizes_prefix(%l: tensor<6x8x4xf32>, %r: tensor<6x2x4x3xf32>, %g: tensor<5x2xi32>) {
  // expected-error @+1 {{expects group_sizes compatible with 'tensor<6x?xi32>' or of rank 1, but got 'tensor<5x2xi32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1], lhs_batching_dimensions = [0], rhs_batching_dimensions = [0]>}> : (tensor<6x8x4xf32>, tensor<6x2x4x3xf32>, tensor<5x2xi32>) -> tensor<6x8x3xf32>
  return
}

// -----

func.func @negative_no_group(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects one rhs group dimension, but got 0}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_superfluous_group(%l: tensor<8x4xf32>, %r: tensor<8x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects no rhs group dimension, but got 1}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0], rhs_group_dimensions = [1]>}> : (tensor<8x4xf32>, tensor<8x3xf32>, tensor<2xi32>) -> tensor<2x4x3xf32>
  return
}

// -----

func.func @negative_group_size(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<3xi32>) {
  // expected-error @+1 {{expects an rhs group dimension of size 3, but got 2}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<3xi32>) -> tensor<8x3xf32>
  return
}

// -----

func.func @negative_ragged_result(%l: tensor<8x4xf32>, %r: tensor<2x4x3xf32>, %g: tensor<2xi32>) {
  // expected-error @+1 {{expects a result compatible with 'tensor<8x3xf32>', but got 'tensor<8x4xf32>'}}
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<2x4x3xf32>, tensor<2xi32>) -> tensor<8x4xf32>
  return
}
