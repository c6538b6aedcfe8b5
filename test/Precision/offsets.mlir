// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

!t = tensor<64x512xf32>
!r = tensor<64xf32>

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

/// The same before a maximum, or an element of the sorted values, is subtracted; without the number, the values may be low.
// CHECK-LABEL: func.func @negative_maximum
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: stablehlo.add {{.*}} tensor<64x512xf32>
// CHECK: stablehlo.subtract {{.*}} tensor<64x512xf32>
// CHECK: return
func.func @negative_maximum(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : !t
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %h = stablehlo.add %d, %c : !t
  %m = stablehlo.reduce(%h init: %init) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %s = stablehlo.subtract %h, %b : !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @negative_median
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: stablehlo.add {{.*}} tensor<64x512xf32>
// CHECK: stablehlo.subtract {{.*}} tensor<64x512xf32>
// CHECK: return
func.func @negative_median(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %c = stablehlo.constant dense<200.0> : !t
  %half = stablehlo.constant dense<0.5> : tensor<64x1xf32>
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %h = stablehlo.add %d, %c : !t
  %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %l = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %l : tensor<i1>
  }) : (!t) -> !t
  %1 = stablehlo.slice %0 [0:64, 255:256] : (!t) -> tensor<64x1xf32>
  %2 = stablehlo.slice %0 [0:64, 256:257] : (!t) -> tensor<64x1xf32>
  %3 = stablehlo.add %1, %2 : tensor<64x1xf32>
  %4 = stablehlo.multiply %3, %half : tensor<64x1xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1] : (tensor<64x1xf32>) -> !t
  %s = stablehlo.subtract %h, %5 : !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}

// CHECK-LABEL: func.func @maximum
// CHECK: stablehlo.dot_general {{.*}} -> tensor<64x512x{{b?}}f16>
// CHECK: return
func.func @maximum(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %w: tensor<512x32xf32>) -> tensor<64x32xf32> {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %m = stablehlo.reduce(%d init: %init) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (!r) -> !t
  %s = stablehlo.subtract %d, %b : !t
  %o = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o : tensor<64x32xf32>
}
