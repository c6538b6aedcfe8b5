// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=default" --amp-assign-precision=solver=paint | FileCheck %s

/// A mask of -1e30 would be infinite in f16, so the select that reads it stays f32, also behind a broadcast.
// CHECK-LABEL: func @mask_overflows
func.func @mask_overflows(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %keep: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %mask = stablehlo.constant dense<-1.0e+30> : tensor<f32>
  // CHECK: broadcast_in_dim {{.*}}<[], <range, "constant overflows">>
  %1 = stablehlo.broadcast_in_dim %mask, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  // CHECK: select {{.*}}<[], <range, "constant overflows">>
  %2 = stablehlo.select %keep, %0, %1 : tensor<4x4xi1>, tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %b, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

/// One element of many is enough to overflow.
// CHECK-LABEL: func @element_overflows
func.func @element_overflows(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %bias = stablehlo.constant dense<[[1.0, 65520.0], [0.0, 2.0]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.add {{.*}}<[], <range, "constant overflows">>
  %1 = stablehlo.add %0, %bias : tensor<2x2xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

/// 65519 rounds to the largest f16, and infinity is infinity in every format.
// CHECK-LABEL: func @largest_fits
func.func @largest_fits(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %bias = stablehlo.constant dense<[[1.0, 65519.0], [0.0, 0xFF800000]]> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.add {{.*}}<[f16], <infer, "elementwise">>
  %1 = stablehlo.add %0, %bias : tensor<2x2xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

/// An epsilon that f16 flushes to zero guards nothing; the bound goes along into functions.
// CHECK-LABEL: func @epsilon_becomes_zero
func.func @epsilon_becomes_zero(%a: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %eps = stablehlo.constant dense<1.0e-8> : tensor<2x2xf32>
  %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = call @shifted(%0, %eps) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.dot_general %1, %a, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}
// CHECK-LABEL: func private @shifted
func.func private @shifted(%x: tensor<2x2xf32>, %eps: tensor<2x2xf32>) -> tensor<2x2xf32> {
  // CHECK: stablehlo.add {{.*}}<[], <range, "constant becomes zero">>
  %0 = stablehlo.add %x, %eps : tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
