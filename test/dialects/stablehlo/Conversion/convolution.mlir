// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[$IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 + d5 * 3, d6)>
// CHECK-DAG: #[[$KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
// CHECK-DAG: #[[$GROUPED_IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2, d5)>
// CHECK-DAG: #[[$GROUPED_KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d2, d3)>
// CHECK-DAG: #[[$BATCH_IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d0, d1 + d4, d5)>

/// Strides and dilations are in the map of the image; nothing is padded.
// CHECK-LABEL: @strided
// CHECK-NOT: tensor.insert_slice
// CHECK: linalg.generic {indexing_maps = [#[[$IMAGE]], #[[$KERNEL]],
func.func @strided(%a: tensor<2x9x9x6xf32>, %b: tensor<3x3x6x4xf32>) -> tensor<2x4x3x4xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], rhs_dilate = [1, 3]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x9x9x6xf32>, tensor<3x3x6x4xf32>) -> tensor<2x4x3x4xf32>
  return %0 : tensor<2x4x3x4xf32>
}

/// A transposed convolution spreads the image among zeros first.
// CHECK-LABEL: @dilated_image
// CHECK: tensor.insert_slice %{{.*}}[0, 2, 0] [1, 16, 2] [1, 2, 1] : tensor<1x16x2xf32> into tensor<1x35x2xf32>
// CHECK: linalg.generic
func.func @dilated_image(%a: tensor<1x16x2xf32>, %b: tensor<3x2x2xf32>) -> tensor<1x33x2xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[2, 2]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x16x2xf32>, tensor<3x2x2xf32>) -> tensor<1x33x2xf32>
  return %0 : tensor<1x33x2xf32>
}

/// Groups of features are one more parallel loop.
// CHECK-LABEL: @feature_groups
// CHECK-DAG: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [1, 8, 2, 3]
// CHECK-DAG: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [3, 3, 2, 2]
// CHECK: linalg.generic {indexing_maps = [#[[$GROUPED_IMAGE]], #[[$GROUPED_KERNEL]],
// CHECK: tensor.collapse_shape
func.func @feature_groups(%a: tensor<1x8x6xf32>, %b: tensor<3x3x4xf32>) -> tensor<1x6x4xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<1x8x6xf32>, tensor<3x3x4xf32>) -> tensor<1x6x4xf32>
  return %0 : tensor<1x6x4xf32>
}

/// Groups of the batch too; a group's images give its features.
// CHECK-LABEL: @batch_groups
// CHECK: linalg.generic {indexing_maps = [#[[$BATCH_IMAGE]], #[[$GROUPED_KERNEL]],
func.func @batch_groups(%a: tensor<4x8x3xf32>, %b: tensor<3x3x4xf32>) -> tensor<2x6x4xf32> {
  %0 = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x3xf32>, tensor<3x3x4xf32>) -> tensor<2x6x4xf32>
  return %0 : tensor<2x6x4xf32>
}
