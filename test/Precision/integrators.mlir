// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s

!t = tensor<64x64xf32>
!i = tensor<i32>

/// A step of an integrator, z + f(z) * 0.02 / 2: what is a constant times something is small, and its roundings would add up.
// CHECK-LABEL: func.func @negative_integrator
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xf32>
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.return {{.*}} : tensor<i32>, tensor<64x64xf32>
func.func @negative_integrator(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<50> : !i
  %size = stablehlo.constant dense<0.02> : !t
  %two = stablehlo.constant dense<2.0> : !t
  %0:2 = stablehlo.while(%i = %zero, %z = %x) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %d = stablehlo.dot %z, %w : (!t, !t) -> !t
    %f = stablehlo.tanh %d : !t
    %s = stablehlo.multiply %f, %size : !t
    %q = stablehlo.divide %s, %two : !t
    %z1 = stablehlo.add %z, %q : !t
    stablehlo.return %next, %z1 : !i, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}
