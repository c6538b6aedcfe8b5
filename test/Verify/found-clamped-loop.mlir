// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=f16 verify" | FileCheck %s

/// Constants bound the multiple of a power: f16 holds it, after however many iterations.
// CHECK-LABEL: @clamped
// CHECK: stablehlo.clamp {{.*}}tensor<3x3xf16>
func.func @clamped() -> tensor<3x3xf32> {
  %start = stablehlo.constant dense<-0.5> : tensor<f32>
  %low = stablehlo.constant dense<-16.0> : tensor<f32>
  %high = stablehlo.constant dense<16.0> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%p = %start) : tensor<f32>
  cond {
    stablehlo.return %true : tensor<i1>
  } do {
    %d = stablehlo.add %p, %p : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %2 = stablehlo.clamp %low, %1, %high : (tensor<f32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}

/// Arguments bound nothing.
// CHECK-LABEL: @chosen
// CHECK: stablehlo.clamp {{.*}}tensor<3x3xf32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<3x3xf32>, tensor<3x3xf32>)
func.func @chosen(%low: tensor<f32>, %high: tensor<f32>) -> tensor<3x3xf32> {
  %start = stablehlo.constant dense<-0.5> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.while(%p = %start) : tensor<f32>
  cond {
    stablehlo.return %true : tensor<i1>
  } do {
    %d = stablehlo.add %p, %p : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %2 = stablehlo.clamp %low, %1, %high : (tensor<f32>, tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.dot_general %2, %2, contracting_dims = [1] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %3 : tensor<3x3xf32>
}
