// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s

/// Five products with up to 15 reach 759375: beyond f16, and none of the ops
/// alone says so.
// CHECK-LABEL: func.func @grows
// CHECK-NOT: f16
// CHECK: return
func.func @grows(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %start = stablehlo.tanh %x : tensor<16x16xf32>
  %factor = stablehlo.iota dim = 1 : tensor<16x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %p = %start) : tensor<i32>, tensor<16x16xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.multiply %p, %factor : tensor<16x16xf32>
    stablehlo.return %n, %a : tensor<i32>, tensor<16x16xf32>
  }
  %1 = stablehlo.dot_general %0#1, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}

/// Products with 0.5 shrink: f16 holds them.
// CHECK-LABEL: func.func @shrinks
// CHECK: stablehlo.dot_general {{.*}} : (tensor<16x16xf16>, tensor<16x16xf16>) -> tensor<16x16xf32>
func.func @shrinks(%x: tensor<16x16xf32>, %w: tensor<16x16xf32>) -> tensor<16x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<5> : tensor<i32>
  %start = stablehlo.tanh %x : tensor<16x16xf32>
  %factor = stablehlo.constant dense<0.5> : tensor<16x16xf32>
  %0:2 = stablehlo.while(%i = %zero, %p = %start) : tensor<i32>, tensor<16x16xf32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %a = stablehlo.multiply %p, %factor : tensor<16x16xf32>
    stablehlo.return %n, %a : tensor<i32>, tensor<16x16xf32>
  }
  %1 = stablehlo.dot_general %0#1, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %1 : tensor<16x16xf32>
}
