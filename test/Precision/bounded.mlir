// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16" --amp-assign-precision=solver=paint | FileCheck %s

/// Values that the program alone bounds stay finite: if f16 cannot hold the bound, they stay f32, and so do ops that read
/// them. Everything else may be low here.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental", "select", "convert"], clear = ["contraction.result", "layout", "control"]>} {

/// A quotient by a counter beside an epsilon, and what reads it, up to the product that fits again.
// CHECK-LABEL: func @reciprocal
func.func @reciprocal(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %i = stablehlo.iota dim = 1 : tensor<512x512xf32>
  %e = stablehlo.constant dense<1.0e-6> : tensor<512x512xf32>
  %0 = stablehlo.add %i, %e : tensor<512x512xf32>
  %one = stablehlo.constant dense<1.0> : tensor<512x512xf32>
  // CHECK: stablehlo.divide {{.*}}<[], <structure, "made of positions or counts alone">>
  %1 = stablehlo.divide %one, %0 : tensor<512x512xf32>
  // CHECK: stablehlo.logistic {{.*}}<[f16]
  %2 = stablehlo.logistic %x : tensor<512x512xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "reaches 1.0e+06{{.*}}">>
  %3 = stablehlo.multiply %2, %1 : tensor<512x512xf32>
  %small = stablehlo.constant dense<9.765625e-4> : tensor<512x512xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "reaches 1.0e+06{{.*}}">>
  %4 = stablehlo.multiply %3, %small : tensor<512x512xf32>
  // CHECK: stablehlo.dot_general {{.*}}<[f16, f32], <allow, "contraction">
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %5 : tensor<512x512xf32>
}

/// A sum over many bounded elements, and the epsilon alone under a root: bounded, though hardly reached.
// CHECK-LABEL: func @sums
func.func @sums(%x: tensor<4x100000xf32>, %v: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<4x100000xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x100000xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: broadcast_in_dim {{.*}}<[], <range, "is bounded by 1.0e+05{{.*}}">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  // CHECK: dot_general {{.*}}<[], <range, "is bounded by 1.0e+05{{.*}}">>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %eps = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %4 = stablehlo.multiply %v, %v : tensor<4x4xf32>
  %5 = stablehlo.add %4, %eps : tensor<4x4xf32>
  %6 = stablehlo.rsqrt %5 : tensor<4x4xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "is bounded by 1.0e+06{{.*}}">>
  %7 = stablehlo.multiply %w, %6 : tensor<4x4xf32>
  %8 = stablehlo.dot_general %7, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3, %8 : tensor<4x4xf32>, tensor<4x4xf32>
}

/// The square of what a loop of known length counts.
// CHECK-LABEL: func @loop
func.func @loop(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<500> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<4x4xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    %b = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.multiply {{.*}}<[], <structure, "made of positions or counts alone">>
    %s = stablehlo.multiply %b, %b : tensor<4x4xf32>
    %t = stablehlo.tanh %a : tensor<4x4xf32>
    // CHECK: stablehlo.multiply {{.*}}<[], <range, "reaches 2.5e+05{{.*}}">>
    %r = stablehlo.multiply %s, %t : tensor<4x4xf32>
    %k = stablehlo.constant dense<1.0e-4> : tensor<4x4xf32>
    // CHECK: stablehlo.multiply {{.*}}<[], <range, "reaches 2.5e+05{{.*}}">>
    %m = stablehlo.multiply %r, %k : tensor<4x4xf32>
    // CHECK: stablehlo.dot_general {{.*}}<[f16
    %d = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %n, %d : tensor<i32>, tensor<4x4xf32>
  }
  return %0#1 : tensor<4x4xf32>
}
}
