// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

!t = tensor<64x512xf32>
!r = tensor<64xf32>

/// A mask of the largest element: of 512 values with eight binary digits, several are the largest.
// CHECK-LABEL: func.func @negative_mask
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: stablehlo.maximum {{.*}}xf32>
// CHECK: stablehlo.compare EQ, {{.*}} : (tensor<64x512xf32>, tensor<64x512xf32>)
// CHECK: return
func.func @negative_mask(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : !t
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %h = stablehlo.maximum %d, %zero : !t
  %m = stablehlo.reduce(%h init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %e = stablehlo.compare EQ, %h, %b, FLOAT : (!t, !t) -> tensor<64x512xi1>
  %s = stablehlo.select %e, %h, %zero : tensor<64x512xi1>, !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}

/// The gradient of a maximum shares among equal elements, which it counts.
// CHECK-LABEL: func.func @counted_mask
// CHECK: stablehlo.dot_general {{.*}} -> tensor<64x512x{{b?}}f16>
// CHECK: stablehlo.compare EQ, {{.*}}f16>
// CHECK: return
func.func @counted_mask(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %m = stablehlo.reduce(%h init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %e = stablehlo.compare EQ, %h, %b, FLOAT : (!t, !t) -> tensor<64x512xi1>
  %i = stablehlo.convert %e : (tensor<64x512xi1>) -> !t
  %n = stablehlo.reduce(%i init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %nb = stablehlo.broadcast_in_dim %n, dims = [0] : (!r) -> !t
  %s = stablehlo.divide %i, %nb : !t
  %p = stablehlo.multiply %s, %h : !t
  %o = stablehlo.dot_general %p, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}

/// Before a mean of 200 is subtracted, rounding of the sum with 200 is rounding of the deviations.
// CHECK-LABEL: func.func @negative_offset
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: stablehlo.add {{.*}} tensor<64x512xf32>
// CHECK: stablehlo.subtract {{.*}} tensor<64x512xf32>
// CHECK: return
func.func @negative_offset(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : tensor<f32>
  %many = stablehlo.constant dense<512.0> : !r
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %cb = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !t
  %h = stablehlo.add %d, %cb : !t
  %m = stablehlo.reduce(%h init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %n = stablehlo.divide %m, %many : !r
  %b = stablehlo.broadcast_in_dim %n, dims = [0] : (!r) -> !t
  %s = stablehlo.subtract %h, %b : !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}
