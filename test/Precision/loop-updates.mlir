// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16" | FileCheck %s --check-prefix=MINCUT

/// A scan of steps without marks: a weight and its average, which the loop updates, stay f32 from the product that made the
/// gradient on; each turn casts the weight for its products.
// CHECK-LABEL: @steps
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>
// CHECK: stablehlo.dot_general {{.*}} (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf16>
// CHECK: %[[G:.*]] = stablehlo.dot_general {{.*}} (tensor<512x512xf16>, tensor<512x512xf16>) -> tensor<512x512xf32>
// CHECK-NOT: f16
// CHECK: stablehlo.subtract {{.*}} tensor<512x512xf32>
// CHECK-NOT: f16
// CHECK: stablehlo.return
// MINCUT-LABEL: @steps
// MINCUT: stablehlo.while({{.*}}) : tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>
// MINCUT: -> tensor<512x512xf32>
// MINCUT-NOT: bf16
// MINCUT: stablehlo.return
func.func @steps(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>, %m: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%k = %i, %a = %w, %b = %m) : tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.compare LT, %k, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %h = stablehlo.dot_general %x, %a, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %d = stablehlo.maximum %h, %x : tensor<512x512xf32>
    %g = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %keep = stablehlo.constant dense<0.9> : tensor<f32>
    %keeps = stablehlo.broadcast_in_dim %keep, dims = [] : (tensor<f32>) -> tensor<512x512xf32>
    %old = stablehlo.multiply %keeps, %b : tensor<512x512xf32>
    %average = stablehlo.add %old, %g : tensor<512x512xf32>
    %rate = stablehlo.constant dense<0.1> : tensor<512x512xf32>
    %step = stablehlo.multiply %rate, %average : tensor<512x512xf32>
    %new = stablehlo.subtract %a, %step : tensor<512x512xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %new, %average : tensor<i32>, tensor<512x512xf32>, tensor<512x512xf32>
  }
  return %0#1, %0#2 : tensor<512x512xf32>, tensor<512x512xf32>
}

/// A residual stream through a scan of layers is no update: it may be 16-bit.
// CHECK-LABEL: @layers
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<512x512xf16>
// CHECK: stablehlo.add {{.*}} tensor<512x512xf16>
func.func @layers(%x: tensor<512x512xf32>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%k = %i, %h = %x) : tensor<i32>, tensor<512x512xf32>
  cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %1 = stablehlo.compare LT, %k, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
    %2 = stablehlo.add %h, %1 : tensor<512x512xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %k, %one : tensor<i32>
    stablehlo.return %next, %2 : tensor<i32>, tensor<512x512xf32>
  }
  %3 = stablehlo.dot_general %0#1, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %3 : tensor<512x512xf32>
}
