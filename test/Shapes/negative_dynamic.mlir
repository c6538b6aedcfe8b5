// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Dynamic dimensions that stay: nobody can compute their size where the function starts, or knows that two are one.
// RUN: amp-opt %s -o %t.plain
// RUN: amp-opt %s --amp-align-shapes="align=always dynamic=round-up check" -o %t && cmp %t %t.plain
// RUN: amp-opt %s --amp-align-shapes="align=always dynamic=round-up remarks" -o /dev/null 2>&1 | FileCheck %s
// CHECK: negative_dynamic.mlir:[[#@LINE+5]]:8: remark: keeps the dynamic dimensions of 'stablehlo.dot_general': the arguments of its function do not tell their sizes
// CHECK: negative_dynamic.mlir:[[#@LINE+17]]:10: remark: keeps the dynamic dimensions of 'stablehlo.dot_general': what it sums over may be of two sizes elsewhere

/// No integer tells it, and an argument may be longer.
func.func private @negative_hidden(%x: tensor<8x?xbf16>, %w: tensor<?x8xbf16>) -> tensor<8x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x?xbf16>, tensor<?x8xbf16>) -> tensor<8x8xbf16>
  return %0 : tensor<8x8xbf16>
}

func.func @negative_made(%x: tensor<8x8xbf16>) -> tensor<8x8xbf16> {
  %0 = stablehlo.custom_call @some(%x) : (tensor<8x8xbf16>) -> tensor<8x?xbf16>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [1] : (tensor<8x?xbf16>, tensor<8x?xbf16>) -> tensor<8x8xbf16>
  return %1 : tensor<8x8xbf16>
}

/// Only where the branch runs is the one as long as the other.
func.func @negative_sometimes(%p: tensor<i1>, %x: tensor<8x?xbf16>, %w: tensor<?x8xbf16>, %other: tensor<8x8xbf16>) -> tensor<8x8xbf16> {
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x?xbf16>, tensor<?x8xbf16>) -> tensor<8x8xbf16>
    stablehlo.return %1 : tensor<8x8xbf16>
  }, {
    stablehlo.return %other : tensor<8x8xbf16>
  }) : (tensor<i1>) -> tensor<8x8xbf16>
  return %0 : tensor<8x8xbf16>
}

/// It may repeat one element at run time.
func.func @negative_repeated(%x: tensor<?x8xbf16>, %n: tensor<1xi32>) -> tensor<?x8xbf16> {
  %eight = stablehlo.constant dense<8> : tensor<1xi32>
  %shape = stablehlo.concatenate %n, %eight, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [0, 1] : (tensor<?x8xbf16>, tensor<2xi32>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}

/// Rows are no address.
func.func @negative_rows(%x: tensor<?x8xbf16>, %w: tensor<8x8xbf16>) -> tensor<?x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x8xbf16>, tensor<8x8xbf16>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}

/// Types with bounds are left alone.
func.func @negative_bounded(%x: tensor<8x?xbf16, #stablehlo.bounds<?, 77>>, %w: tensor<8x8xbf16>) -> tensor<?x8xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<8x?xbf16, #stablehlo.bounds<?, 77>>, tensor<8x8xbf16>) -> tensor<?x8xbf16>
  return %0 : tensor<?x8xbf16>
}
