// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Scattered values bound the result: sinh of at most 6 is low, where the clamp alone allows 16.
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3" | FileCheck %s

// Each of six updates of at most 1 may be added to one element.
// CHECK-LABEL: func.func @sum
// CHECK: chlo.sinh {{.*}}xf16>
func.func @sum(%a: tensor<6xf32>, %at: tensor<6x1xi32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
  %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %updates = stablehlo.tanh %a : tensor<6xf32>
  %0 = "stablehlo.scatter"(%zeros, %at, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<4xf32>
  %c = stablehlo.clamp %lo, %0, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = chlo.sinh %c : tensor<4xf32> -> tensor<4xf32>
  %y = stablehlo.dot_general %s, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// An element of the result is an element of either operand.
// CHECK-LABEL: func.func @overwrite
// CHECK: chlo.sinh {{.*}}xf16>
func.func @overwrite(%a: tensor<6xf32>, %at: tensor<6x1xi32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
  %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4xf32>
  %updates = stablehlo.tanh %a : tensor<6xf32>
  %0 = "stablehlo.scatter"(%zeros, %at, %updates) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<4xf32>, tensor<6x1xi32>, tensor<6xf32>) -> tensor<4xf32>
  %c = stablehlo.clamp %lo, %0, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %s = chlo.sinh %c : tensor<4xf32> -> tensor<4xf32>
  %y = stablehlo.dot_general %s, %w, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
