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

// -----

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

// -----

// expected-error @+1 {{expects one of lhs_batching_dimensions, rhs_batching_dimensions, lhs_contracting_dimensions, rhs_contracting_dimensions, lhs_ragged_dimensions, rhs_group_dimensions, but got foo}}
func.func private @negative_list_unknown() attributes {a = #chlo.ragged_dot<foo = [0]>}

// -----

// expected-error @+1 {{expects rhs_group_dimensions at most once}}
func.func private @negative_list_twice() attributes {a = #chlo.ragged_dot<rhs_group_dimensions = [0], rhs_group_dimensions = [0]>}

// -----

// expected-error @+1 {{expects the name of a dimension list or '>'}}
func.func private @negative_list_name() attributes {a = #chlo.ragged_dot<[0]>}
