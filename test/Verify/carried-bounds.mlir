// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loops with a known trip count bound the floats that they carry: amp-verify took these for unbounded, so that only the
// clamps bounded what sinh computes, and rejected sound outputs.
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3" -o %t
// RUN: FileCheck %s < %t

// More iterations, or a larger factor, and the same outputs are unsound.
// RUN: sed 's/dense<3> : tensor<i32>/dense<30> : tensor<i32>/' %s > %t.input
// RUN: sed 's/dense<3> : tensor<i32>/dense<30> : tensor<i32>/' %t > %t.output
// RUN: not amp-opt %t.output --amp-verify=input=%t.input 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: sed 's/dense<1.5/dense<2.5/' %s > %t.input
// RUN: sed 's/dense<1.5/dense<2.5/' %t > %t.output
// RUN: not amp-opt %t.output --amp-verify=input=%t.input 2>&1 | FileCheck %s --check-prefix=LARGE
// LARGE: 'chlo.sinh' op breaks "a low format holds what is known to occur": expects a format that holds 4.4e+06, which the program bounds, but got 'f16'

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "collective", "elementwise", "reduction", "scan", "transcendental"], clear = ["contraction.result", "control", "gather_scatter", "layout", "select"]>} {
// Three steps of at most 1 from at most 1: sinh(4) is 27.
// CHECK-LABEL: func.func @sum
// CHECK: chlo.sinh {{.*}}xf16>
func.func @sum(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
  %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %start = stablehlo.tanh %a : tensor<4x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<4x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %step = stablehlo.sine %x : tensor<4x4xf32>
    %y = stablehlo.add %x, %step : tensor<4x4xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<4x4xf32>
  }
  %c = stablehlo.clamp %lo, %r#1, %hi : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %s = chlo.sinh %c : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// A factor of 1.5, four times.
// CHECK-LABEL: func.func @product
// CHECK: chlo.sinh {{.*}}xf16>
func.func @product(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
  %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
  %factor = stablehlo.constant dense<1.5> : tensor<4x4xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %start = stablehlo.tanh %a : tensor<4x4xf32>
  %r:2 = stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<4x4xf32>
  cond {
    %p = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %y = stablehlo.multiply %x, %factor : tensor<4x4xf32>
    stablehlo.return %n, %y : tensor<i32>, tensor<4x4xf32>
  }
  %c = stablehlo.clamp %lo, %r#1, %hi : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %s = chlo.sinh %c : tensor<4x4xf32> -> tensor<4x4xf32>
  %y = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}
}
