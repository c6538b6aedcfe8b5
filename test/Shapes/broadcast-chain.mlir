// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A broadcast is made again with the padded size, so its numbers, not zeros, stand behind the end.
// RUN: amp-opt %s --amp="compute=bf16 align=always" | FileCheck %s

// CHECK-LABEL: func.func @broadcast_twice
// CHECK: %[[LONG:.*]] = stablehlo.broadcast_in_dim {{.*}}tensor<8xbf16>) -> tensor<2x8xbf16>
// CHECK: %[[MASKED:.*]] = stablehlo.select {{.*}}, %[[LONG]], {{.*}} tensor<2x8xbf16>
// CHECK: stablehlo.dot_general %[[MASKED]],
func.func @broadcast_twice(%x: tensor<f32>) -> tensor<2x4xf32> {
  %row = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %rows = stablehlo.broadcast_in_dim %row, dims = [1] : (tensor<4xf32>) -> tensor<2x4xf32>
  %w = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %y = stablehlo.dot_general %rows, %w, contracting_dims = [1] x [1] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @broadcast_of_several_numbers
// CHECK: %[[LONG:.*]] = stablehlo.broadcast_in_dim {{.*}}tensor<2xbf16>) -> tensor<2x8xbf16>
// CHECK: %[[MASKED:.*]] = stablehlo.select {{.*}}, %[[LONG]], {{.*}} tensor<2x8xbf16>
// CHECK: stablehlo.dot_general %[[MASKED]],
func.func @broadcast_of_several_numbers() -> tensor<2x4xf32> {
  %column = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %rows = stablehlo.broadcast_in_dim %column, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
  %w = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %y = stablehlo.dot_general %rows, %w, contracting_dims = [1] x [1] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}
