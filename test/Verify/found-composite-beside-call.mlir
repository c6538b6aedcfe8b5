// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16" | FileCheck %s

// A composite is an op to the passes, which its function computes: what it reads comes before a contraction that reads its
// result, although the function does not, and another call of the function was followed first.

func.func private @f(%x: tensor<3xf32>, %s: tensor<f32>) -> tensor<f32> {
  return %s : tensor<f32>
}

// CHECK-LABEL: func.func @composite_beside_call
// CHECK: stablehlo.dot_general {{.*}} -> tensor<1x3xf16>
// CHECK: stablehlo.composite "my.op"
// CHECK: call @f
func.func @composite_beside_call(%a: tensor<1x2xf32>) -> tensor<4x3xf32> {
  %iota = stablehlo.iota dim = 0 : tensor<2x3xf32>
  %0 = stablehlo.dot_general %a, %iota, contracting_dims = [1] x [0] : (tensor<1x2xf32>, tensor<2x3xf32>) -> tensor<1x3xf32>
  %1 = stablehlo.reshape %0 : (tensor<1x3xf32>) -> tensor<3xf32>
  %s = stablehlo.constant dense<1.250000e-01> : tensor<f32>
  %2 = stablehlo.composite "my.op" %1, %s {decomposition = @f} : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %3 = call @f(%1, %2) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %5 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4x3xf32>
  %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %6 : tensor<4x3xf32>
}
