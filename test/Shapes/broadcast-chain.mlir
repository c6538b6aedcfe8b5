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

/// A broadcast in two sizes, each of which replaces it.
// CHECK-LABEL: @broadcast_in_two_sizes
// CHECK: %[[KERNEL:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<1x8x8xbf16>
// CHECK: %[[IMAGE:.*]] = stablehlo.broadcast_in_dim {{.*}} -> tensor<1x2x8xbf16>
// CHECK-NOT: -> tensor<1x2x2xbf16>
// CHECK: stablehlo.convolution{{.*}} : (tensor<1x2x8xbf16>, tensor<1x8x8xbf16>)
func.func @broadcast_in_two_sizes(%x: tensor<f32>) -> tensor<1x2x2xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<1x2x2xf32>
  %1 = stablehlo.convolution(%0, %0) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[0, 0]], lhs_dilate = [1], rhs_dilate = [1], reverse = [false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  return %1 : tensor<1x2x2xf32>
}
