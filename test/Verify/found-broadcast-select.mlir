// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s

// No pass has to evaluate predicates: a choice of which f16 holds one side, and whose predicate is a constant, may be f16, with and
// without broadcasting.

// CHECK-LABEL: func.func @broadcast_select
// CHECK: chlo.broadcast_select
// CHECK: stablehlo.dot_general {{.*}}tensor<3x4x4xf16>, tensor<3x4x4xf16>
func.func @broadcast_select(%x: tensor<3x4x4xf32> {amp.range = #amp.range<-2.000000e+00, 2.000000e+00>}) -> tensor<3x4x4xf32> {
  %small = stablehlo.constant dense<-9.99999993E-9> : tensor<f32>
  %half = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = chlo.broadcast_select %true, %small, %half : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<3x4x4xf32>
  %2 = stablehlo.dot_general %1, %x, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x4xf32>) -> tensor<3x4x4xf32>
  return %2 : tensor<3x4x4xf32>
}
