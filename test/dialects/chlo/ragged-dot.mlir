// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK-LABEL: func @ragged_free
func.func @ragged_free(%lhs: tensor<8x4xbf16>, %rhs: tensor<2x4x3xbf16>, %sizes: tensor<2xi32>) {
  // CHECK: "chlo.ragged_dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xbf16>, tensor<2x4x3xbf16>, tensor<2xi32>) -> tensor<8x3xf32>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<8x4xbf16>, tensor<2x4x3xbf16>, tensor<2xi32>) -> tensor<8x3xf32>
  /// Lists come in any order, a comma may close them, empty ones vanish.
  // CHECK: precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}>
  %1 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{precision_config = [#chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<rhs_group_dimensions = [0], lhs_ragged_dimensions = [0], rhs_contracting_dimensions = [1], lhs_contracting_dimensions = [1], lhs_batching_dimensions = [], >}> : (tensor<8x4xbf16>, tensor<2x4x3xbf16>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func @ragged_contracted
func.func @ragged_contracted(%lhs: tensor<8x4xf32>, %rhs: tensor<8x3xf32>, %sizes: tensor<2xi64>) {
  // CHECK: #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<8x4xf32>, tensor<8x3xf32>, tensor<2xi64>) -> tensor<2x4x3xf32>
  return
}

// CHECK-LABEL: func @ragged_batch
func.func @ragged_batch(%lhs: tensor<6x8x4xf32>, %rhs: tensor<6x4x3xf32>, %rhs_groups: tensor<6x2x4x3xf32>, %sizes: tensor<2xi32>, %batch_sizes: tensor<6x2xi32>) {
  // CHECK: #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>
  %0 = "chlo.ragged_dot"(%lhs, %rhs, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<6x8x4xf32>, tensor<6x4x3xf32>, tensor<2xi32>) -> tensor<6x8x3xf32>
  /// Sizes per batch entry.
  // CHECK: (tensor<6x8x4xf32>, tensor<6x2x4x3xf32>, tensor<6x2xi32>) -> tensor<6x8x3xf32>
  %1 = "chlo.ragged_dot"(%lhs, %rhs_groups, %batch_sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2], lhs_ragged_dimensions = [1], rhs_group_dimensions = [1]>}> : (tensor<6x8x4xf32>, tensor<6x2x4x3xf32>, tensor<6x2xi32>) -> tensor<6x8x3xf32>
  return
}
