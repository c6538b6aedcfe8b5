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

/// The k-th largest element is one of them, and elements below the least are none.
// CHECK-LABEL: func.func @negative_top
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: chlo.top_k{{.*}}xf32>
// CHECK: stablehlo.compare GE, {{.*}} : (tensor<64x512xf32>, tensor<64x512xf32>)
// CHECK: stablehlo.compare LE, {{.*}} : (tensor<64x512xf32>, tensor<64x512xf32>)
// CHECK: return
func.func @negative_top(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> (tensor<64x32xf32>, tensor<64x32xf32>) {
  %high = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : !t
  %h = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %values, %indices = chlo.top_k(%h, k = 4) : !t -> (tensor<64x4xf32>, tensor<64x4xi32>)
  %k = stablehlo.slice %values [0:64, 3:4] : (tensor<64x4xf32>) -> tensor<64x1xf32>
  %b = stablehlo.broadcast_in_dim %k, dims = [0, 1] : (tensor<64x1xf32>) -> !t
  %e = stablehlo.compare GE, %h, %b, FLOAT : (!t, !t) -> tensor<64x512xi1>
  %s = stablehlo.select %e, %h, %zero : tensor<64x512xi1>, !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  %m = stablehlo.reduce(%h init: %high) applies stablehlo.minimum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %c = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %f = stablehlo.compare LE, %h, %c, FLOAT : (!t, !t) -> tensor<64x512xi1>
  %q = stablehlo.select %f, %zero, %h : tensor<64x512xi1>, !t
  %p = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o, %p : tensor<64x32xf32>, tensor<64x32xf32>
}
