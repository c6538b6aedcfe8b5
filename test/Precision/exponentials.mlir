// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3 verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s --check-prefix=BF16

!t = tensor<512x512xf32>
!r = tensor<512xf32>

/// The exponential of 12 is infinite in f16; bf16 holds it.
// CHECK-LABEL: func.func @negative_exponential
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.exponential {{.*}} tensor<512x512xf32>
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
// BF16-LABEL: func.func @negative_exponential
// BF16-COUNT-2: stablehlo.dot {{.*}}bf16>
func.func @negative_exponential(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

/// Of a multiple plus a bias, with either sign, and behind a sum and a choice.
// CHECK-LABEL: func.func @negative_affine
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
func.func @negative_affine(%x: !t, %w: !t, %b: !r) -> !t {
  %c = stablehlo.constant dense<-0.125> : !t
  %zero = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.multiply %0, %c : !t
  %2 = stablehlo.broadcast_in_dim %b, dims = [1] : (!r) -> !t
  %3 = stablehlo.add %1, %2 : !t
  %4 = stablehlo.exponential %3 : !t
  %5 = stablehlo.add %4, %x : !t
  %6 = stablehlo.maximum %5, %zero : !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// A sum of exponentials is as large, and so is what a contraction computes of them.
// CHECK-LABEL: func.func @negative_sums
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
// CHECK: stablehlo.dot {{.*}} : (tensor<512xf32>, tensor<512x512xf32>)
func.func @negative_sums(%x: !t, %w: !t) -> (!t, !r) {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %2 = stablehlo.exponential %0 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  %5 = stablehlo.reduce(%2 init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %6 = stablehlo.dot %5, %w : (!r, !t) -> !r
  return %4, %6 : !t, !r
}

/// A quotient by an exponential is large where the exponential is near zero.
// CHECK-LABEL: func.func @negative_quotient
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
func.func @negative_quotient(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.divide %x, %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// A softmax subtracts the maximum: its exponentials are at most 1.
// CHECK-LABEL: func.func @softmax
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @softmax(%x: !t, %w: !t) -> !t {
  %init = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.reduce(%0 init: %init) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !r
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!r) -> !t
  %3 = stablehlo.subtract %0, %2 : !t
  %4 = stablehlo.exponential %3 : !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// An exponential over a sum of exponentials, or times its inverse, is a share, whatever they are.
// CHECK-LABEL: func.func @shares
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @shares(%x: !t, %w: !t) -> (!t, !t) {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %small = stablehlo.constant dense<1.0e-3> : !r
  %one = stablehlo.constant dense<1.0> : !r
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.reduce(%1 init: %init) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !r
  %3 = stablehlo.add %2, %small : !r
  %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (!r) -> !t
  %5 = stablehlo.divide %1, %4 : !t
  %6 = stablehlo.dot %5, %w : (!t, !t) -> !t
  %7 = stablehlo.divide %one, %3 : !r
  %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (!r) -> !t
  %9 = stablehlo.multiply %1, %8 : !t
  %10 = stablehlo.dot %9, %w : (!t, !t) -> !t
  return %6, %10 : !t, !t
}

/// x / (1 + exp(-x)) is at most x, also where the exponential is infinite.
// CHECK-LABEL: func.func @silu
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}}f16>
func.func @silu(%x: !t, %w: !t) -> !t {
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.negate %0 : !t
  %2 = stablehlo.exponential %1 : !t
  %3 = stablehlo.add %2, %one : !t
  %4 = stablehlo.divide %0, %3 : !t
  %5 = stablehlo.dot %4, %w : (!t, !t) -> !t
  return %5 : !t
}

/// Weights of a Gaussian kernel, as inner products of one value with itself are positive.
// CHECK-LABEL: func.func @gaussian
// CHECK: stablehlo.dot {{.*}}f16>
func.func @gaussian(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot_general %x, %x, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (!t, !t) -> !r
  %1 = stablehlo.negate %0 : !r
  %2 = stablehlo.exponential %1 : !r
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (!r) -> !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}
